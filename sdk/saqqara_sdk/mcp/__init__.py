"""The MCP server: six tools with which a language model plays matches on a server, in words."""
