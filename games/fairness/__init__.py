"""Fair deals that a player can check: the format rummy-fair/v1, pure (hashing only)."""
