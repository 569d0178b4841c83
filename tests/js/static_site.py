"""A tiny server of static files on this machine: a secure context, so that pages may hash."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

STATIC = Path(__file__).parents[2] / "static"
BLANK = "<!doctype html><title>blank</title>"
TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}


@contextmanager
def serving(pages: Mapping[str, str]) -> Iterator[str]:
    """Serve the static folder under /static/ and the given pages; give the address, a secure context."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            file = (STATIC / path.removeprefix("/static/")).resolve()
            if path in pages:
                self.answer(pages[path].encode(), "text/html; charset=utf-8")
            elif path.startswith("/static/") and file.is_relative_to(STATIC) and file.is_file():
                self.answer(file.read_bytes(), TYPES[file.suffix])
            else:
                self.send_error(404)

        def answer(self, body: bytes, kind: str) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the base class's name
            """Say nothing: a test's output is its own."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
