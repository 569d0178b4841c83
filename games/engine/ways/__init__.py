"""Ways of playing that several games share; a rule set adds its own gates and ends."""
