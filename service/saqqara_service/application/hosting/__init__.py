"""Programs that owners hand in: read, checked, leased to runners, played."""
