"""Records of games as files and as HTML pages."""
