"""The features of a board sooner: kept up, instead of found from scratch."""
