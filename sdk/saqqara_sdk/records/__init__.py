"""Records of games as files, and as a page to look at."""
