import Foundation
import Glibc
import SaybusExternalEngines
import SaybusIntentRecognition
import SaybusTesting
import Testing

@Suite("Intent servers, written in Python")
struct ServerTests {
    private static let python = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] ?? "/usr/bin/python3"

    private static let hasWyoming = ProgramUnderTest.succeeds(python, ["-c", "import wyoming.server, wyoming.intent"])

    private static let http = """
        import http.server, json, time
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                text = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["text"]
                if text == "slow":
                    time.sleep(60)
                body = {"play jazz": b'{"text": "play jazz", "intent": {"name": "Play", "confidence": 0.9}, "entities": '
                        b'[{"entity": "genre", "value": "jazz", "start": 5, "end": 9, "confidence_entity": 0.99}]}',
                        "garbage": b"<html>"}.get(text, b'{"intent": {"name": null}}')
                self.send_response(500 if text == "broken" else 200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def log_message(self, *_):
                pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """

    private static let wyoming = """
        import asyncio, sys
        from functools import partial
        from wyoming.error import Error
        from wyoming.event import Event
        from wyoming.intent import Entity, Intent, IntentsStart, IntentsStop, NotRecognized, Recognize
        from wyoming.server import AsyncEventHandler, AsyncServer
        class Handler(AsyncEventHandler):
            async def handle_event(self, event):
                if not Recognize.is_type(event.type):
                    return True
                text = Recognize.from_event(event).text
                if text == "play jazz":
                    await self.write_event(Event("ping", {"text": "hello"}))
                    await self.write_event(Intent("Play", [Entity("genre", "jazz"), Entity("count", 2)]).event())
                elif text == "two":
                    await self.write_event(IntentsStart().event())
                    await self.write_event(Intent("Play").event())
                    await self.write_event(Intent("Stop").event())
                    await self.write_event(IntentsStop().event())
                elif text == "broken":
                    await self.write_event(Error("no model").event())
                elif text == "garbage":
                    self.writer.write(b"nonsense\\n")
                    await self.writer.drain()
                elif text == "slow":
                    await asyncio.sleep(60)
                elif text == "gone":
                    return False
                else:
                    await self.write_event(NotRecognized().event())
                return True
        async def main():
            server = AsyncServer.from_uri(sys.argv[1])
            await server.start(Handler)
            print("listening", flush=True)
            await asyncio.Event().wait()
        asyncio.run(main())
        """

    private func failure(_ intentClient: any IntentClient, _ text: String) async -> String? {
        let error = await #expect(throws: EngineFailure.self) { try await intentClient.ask(text) }
        return error?.code.rawValue
    }

    @Test("a web service's answer is parsed, and a failure has a code")
    func webService() async throws {
        let server = try ProgramUnderTest(Self.python, ["-c", Self.http])
        let port = try await server.line { Int($0) != nil }
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/model/parse"))
        let intentClient = HTTPIntentClient(url, timeout: .seconds(10))
        #expect(
            try await intentClient.ask("play jazz") == [
                ExternalInterpretation(
                    intent: "Play", confidence: 0.9, entities: [.init(name: "genre", value: "jazz", range: 5..<9)])
            ])
        #expect(try await intentClient.ask("what").isEmpty)
        #expect(await failure(intentClient, "garbage") == "garbage")
        #expect(await failure(intentClient, "broken") == "refused")
        #expect(await failure(HTTPIntentClient(url, timeout: .milliseconds(500)), "slow") == "timeout")
        server.send(SIGKILL)
        try await server.exitCode()
        #expect(await failure(intentClient, "play jazz") == "unreachable")
    }

    @Test("a request to a web service that floods, drips, redirects or sends other JSON fails in time, with a code")
    func badWebService() async throws {
        let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
        let flood = try WebServer(dripping: head, then: String(repeating: " ", count: 1 << 16))
        let drip = try WebServer(dripping: head, then: " ", every: .milliseconds(20))
        let circle = try WebServer { _ in WebServer.answer("", status: "307 Temporary", headers: "Location: /\r\n") }
        let other = try WebServer { _ in WebServer.answer(#"{"intent": [7]}"#) }
        for (server, code) in [(flood, "garbage"), (drip, "timeout"), (circle, "refused"), (other, "garbage")] {
            let url = try #require(URL(string: server.address + "/"))
            let timeout = Duration.milliseconds(code == "timeout" ? 300 : 10_000)
            #expect(await failure(HTTPIntentClient(url, timeout: timeout), "hello") == code)
        }
    }

    @Test(
        "a Wyoming server's answer is parsed, and a failure has a code",
        .enabled(if: hasWyoming, "SAYBUS_PYTHON names no Python with wyoming: deploy/install --python"))
    func wyomingServer() async throws {
        let path = "/tmp/saybus-\(UUID().uuidString.prefix(8)).sock"
        defer { unlink(path) }
        let server = try ProgramUnderTest(Self.python, ["-c", Self.wyoming, "unix://\(path)"])
        try await server.line { $0 == "listening" }
        let endpoint = try #require(SocketAddress("unix://\(path)"))
        let intentClient = WyomingIntentClient(endpoint, timeout: .seconds(10))
        #expect(
            try await intentClient.ask("play jazz") == [
                ExternalInterpretation(
                    intent: "Play", entities: [.init(name: "genre", value: "jazz"), .init(name: "count", value: "2")])
            ])
        #expect(try await intentClient.ask("two").map(\.intent) == ["Play", "Stop"])
        #expect(try await intentClient.ask("what").isEmpty)
        #expect(await failure(intentClient, "broken") == "refused")
        #expect(await failure(intentClient, "garbage") == "garbage")
        #expect(await failure(intentClient, "gone") == "unreachable")
        #expect(await failure(WyomingIntentClient(endpoint, timeout: .milliseconds(500)), "slow") == "timeout")
        server.send(SIGKILL)
        try await server.exitCode()
        #expect(await failure(intentClient, "play jazz") == "unreachable")
    }
}
