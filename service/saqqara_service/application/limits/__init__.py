"""How much may be asked of the service at once and in a time; knows no account and no match."""
