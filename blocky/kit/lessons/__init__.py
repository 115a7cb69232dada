"""What is made of the lessons and solutions: exercises, folders, slides, pages, translations."""
