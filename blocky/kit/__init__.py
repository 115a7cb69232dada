"""What all games use: sessions, pictures, panels, checks, leagues. It knows no game."""
