"""A collector of OpenTelemetry over OTLP/HTTP, which reads requests with OpenTelemetry's own classes: a field that they do
not have, or a value of a wrong type, is refused. Prints `listening PORT`, and each span as a line of JSON."""

import base64
import http.server
import json
import sys

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2

# OTLP writes these ids in hexadecimal, where protobuf's own mapping to JSON has base64.
IDS = {"traceId": 32, "spanId": 16, "parentSpanId": 16}


def with_bytes(value):
    if isinstance(value, list):
        return [with_bytes(element) for element in value]
    if not isinstance(value, dict):
        return value
    result = {}
    for name, member in value.items():
        if name in IDS:
            if len(member) != IDS[name] or member != member.lower() or int(member, 16) == 0:
                raise ValueError(f"{name} is {member!r}")
            member = base64.b64encode(bytes.fromhex(member)).decode()
        result[name] = with_bytes(member)
    return result


def attributes(pairs):
    return {pair.key: getattr(pair.value, pair.value.WhichOneof("value")) for pair in pairs}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            if self.path != "/v1/traces" or self.headers["Content-Type"] != "application/json":
                raise ValueError(f"{self.path} with {self.headers['Content-Type']}")
            request = json_format.ParseDict(with_bytes(json.loads(body)), trace_service_pb2.ExportTraceServiceRequest())
        except (ValueError, json_format.ParseError) as error:
            print(json.dumps({"refused": str(error)}), flush=True)
            self.answer(400)
            return
        for resource in request.resource_spans:
            for scope in resource.scope_spans:
                for span in scope.spans:
                    print(
                        json.dumps(
                            {
                                "service": attributes(resource.resource.attributes)["service.name"],
                                "name": span.name,
                                "trace": span.trace_id.hex(),
                                "span": span.span_id.hex(),
                                "parent": span.parent_span_id.hex(),
                                "start": span.start_time_unix_nano,
                                "end": span.end_time_unix_nano,
                                "failed": span.status.code == 2,
                                "attributes": attributes(span.attributes),
                            }
                        ),
                        flush=True,
                    )
        self.answer(200)

    def answer(self, status):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Handler)
print(f"listening {server.server_port}", flush=True)
server.serve_forever()
