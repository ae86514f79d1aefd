"""Отдаёт готовый сайт, как GitHub Pages: сжатым, под именем репозитория, со страницей 404."""

import gzip
import sys
from contextlib import contextmanager
from functools import cache
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import unquote, urlsplit

import yaml

ROOT = Path(__file__).resolve().parent.parent
CONFIG = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
PREFIX = "/" + CONFIG["repository"]["url"].rstrip("/").rsplit("/", 1)[1] + "/"
# Эти форматы уже сжаты, и Pages отдаёт их как есть.
PACKED = {".png", ".woff2", ".zip"}


@cache
def packed(path: Path, modified: int) -> bytes:
    return gzip.compress(path.read_bytes(), 6)


class Pages(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    site: Path

    def do_GET(self):
        path = unquote(urlsplit(self.path).path)
        if path == "/":
            self.send_response(302)
            self.send_header("Location", PREFIX)
            self.send_header("Content-Length", "0")
            return self.end_headers()
        file = (self.site / path.removeprefix(PREFIX)).resolve()
        if file.is_dir() and path.endswith("/"):
            file /= "index.html"
        found = path.startswith(PREFIX) and file.is_file() and file.is_relative_to(self.site)
        if not found:
            file = self.site / "404.html"
        body = file.read_bytes() if file.is_file() else b"404"
        self.send_response(200 if found else 404)
        if found and file.suffix not in PACKED:
            body = packed(file, file.stat().st_mtime_ns)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", self.guess_type(file))
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=600")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def serve(site: Path, port: int = 0) -> ThreadingHTTPServer:
    handler = type("Site", (Pages,), {"site": site.resolve()})
    return ThreadingHTTPServer(("127.0.0.1", port), handler)


@contextmanager
def running(site: Path):
    """Сайт отдаётся в соседнем потоке; даёт его адрес на этой машине."""
    server = serve(site)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}{PREFIX}"
    server.shutdown()


if __name__ == "__main__":
    server = serve(Path(sys.argv[1]), 8000)
    print(f"http://127.0.0.1:8000{PREFIX}book/index.html")
    server.serve_forever()
