"""What is kept of programs that were handed in, and of the runners that play for them."""
