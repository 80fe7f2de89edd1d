"""Sample bots to read and to play against, one page each."""
