"""What every game of the house uses: sessions, pictures, panels, checks, leagues.

Nothing in it knows a game.
"""
