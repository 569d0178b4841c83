"""The rules of every game, pure: no framework, no clock, no ambient randomness, no I/O."""
