"""The sockets: thin, one viewer each, able to lose the channel layer."""
