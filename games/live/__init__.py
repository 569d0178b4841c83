"""The live rooms: the only writers of a match. `service.execute` is the one door."""
