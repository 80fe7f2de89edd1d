"""What authors of bots write with: the `Bot`, the turn it chooses at, and how it is found."""
