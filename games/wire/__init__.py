"""The messages between a page and the server: what may come in, what goes out, and what answers what."""
