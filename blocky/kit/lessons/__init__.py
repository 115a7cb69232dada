"""What is made of the lessons: slides, and copies to type the code in."""
