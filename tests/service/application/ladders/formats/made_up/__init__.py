"""A format of ladders that nobody plays, to show what one takes: a module and two rows."""
