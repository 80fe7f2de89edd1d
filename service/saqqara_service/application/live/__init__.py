"""The sockets and streams that a process holds open, by the token that opened them."""
