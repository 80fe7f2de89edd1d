"""The line protocol: programs in any language as bots, in processes of their own."""
