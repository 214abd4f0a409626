#!/usr/bin/env python3
"""A stand-in for the lights of deploy/examples/kitchen.yaml: a web server that remembers which of them are on.

    python3 deploy/examples/lights.py [--port 8124]

PUT /lights/ROOM or /lights with {"state": "on"} or {"state": "off"} switches; GET /lights answers with all of them.
"""

import argparse
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

lights = {room: "off" for room in ["kitchen", "living room", "bedroom", "hall", "bathroom"]}


class Lights(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.answer(200, lights)

    def do_PUT(self) -> None:
        room = unquote(self.path.removeprefix("/lights").strip("/"))
        try:
            state = json.loads(self.rfile.read(min(int(self.headers.get("Content-Length", 0)), 4096)))["state"]
        except (ValueError, KeyError, TypeError):
            return self.answer(400, {"error": 'expected {"state": "on"} or {"state": "off"}'})
        if room and room not in lights:
            return self.answer(404, {"error": f"there is no light in the {room}"})
        if state not in ("on", "off"):
            return self.answer(400, {"error": "state must be on or off"})
        lights.update({name: state for name in lights if room in ("", name)})
        self.answer(200, lights)

    def answer(self, status: int, body: dict[str, str]) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--port", type=int, default=8124, help="0 chooses a free one; default: 8124")
server = ThreadingHTTPServer(("127.0.0.1", parser.parse_args().port), Lights)
print(f"lights at http://127.0.0.1:{server.server_port}/lights", flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    pass
