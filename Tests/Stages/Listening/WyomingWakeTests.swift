import Foundation
import SaybusExternalEngines
import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusListening

@Suite("Wake words by a Wyoming server")
struct WyomingWakeTests {
    private static let python = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] ?? "/usr/bin/python3"

    /// A server that detects a loud chunk when the one after it comes, as servers that lag behind do. With a second
    /// argument it closes every connection after that many chunks. With a third one, that is a detection's time.
    private static let server = """
        import json, socket, struct, sys
        time = int(sys.argv[3]) if len(sys.argv) > 3 else None
        most = int(sys.argv[2]) if len(sys.argv) > 2 else 10 ** 9
        server = socket.socket(socket.AF_UNIX)
        server.bind(sys.argv[1])
        server.listen()
        print("listening", flush=True)
        def send(peer, kind, **data):
            body = json.dumps(data).encode()
            peer.sendall(json.dumps({"type": kind, "data_length": len(body)}).encode() + b"\\n" + body)
        while True:
            peer, _ = server.accept()
            file, chunks, loud, names = peer.makefile("rb"), 0, None, []
            while line := file.readline():
                event = json.loads(line)
                data = json.loads(file.read(event["data_length"])) if event.get("data_length") else {}
                payload = file.read(event["payload_length"]) if event.get("payload_length") else b""
                if event["type"] == "describe":
                    model = {"name": "hey_test_v0.1", "installed": True}
                    send(peer, "info", wake=[{"name": "double", "installed": True, "models": [model]}], asr=[])
                elif event["type"] == "detect":
                    names = data["names"]
                elif event["type"] == "audio-chunk":
                    chunks += 1
                    if loud is not None and names == ["hey_test_v0.1"]:
                        send(peer, "detection", name=names[0], timestamp=time if time is not None else loud)
                    samples = struct.unpack("<%dh" % (len(payload) // 2), payload)
                    loud = data["timestamp"] if max(samples) > 9000 else None
                    if chunks >= most:
                        break
            peer.shutdown(socket.SHUT_RDWR)
            peer.close()
        """

    private func withServer(_ arguments: [String] = [], _ body: (SocketAddress) async throws -> Void) async throws {
        let path = "/tmp/saybus-\(UUID().uuidString.prefix(8)).sock"
        defer { unlink(path) }
        let server = try ProgramUnderTest(Self.python, ["-c", Self.server, path] + arguments)
        try await server.line { $0 == "listening" }
        defer { server.send(SIGKILL) }
        try await body(.unix(path: path))
    }

    /// Passes blocks until the word is detected; the server answers in its own time.
    private func detect(_ detector: WyomingWakeDetector, loud: Int) async throws -> Range<Int>? {
        await detector.begin()
        for index in 0..<5_000 {
            let block = [Int16](repeating: index == loud ? 10_000 : 0, count: 320)
            if let place = await detector.process(block) { return place }
        }
        return nil
    }

    @Test("the server's model with the words of the phrase is asked for, and its detection has a place")
    func detects() async throws {
        try await withServer { address in
            let detector = try await WyomingWakeDetector("Hey, Test!", at: address)
            #expect(detector.name == "hey_test_v0.1" && detector.searchesPauses)
            // Block 10 is in the third chunk of 80 ms, which begins at 160 ms.
            #expect(try await detect(detector, loud: 10)?.upperBound == 2_560)
            // A stretch of its own counts from its own beginning.
            #expect(try await detect(detector, loud: 50)?.upperBound == 15_360)
        }
    }

    @Test("a phrase that the server does not know, and a server that is not there, are said at the start")
    func refused() async throws {
        try await withServer { address in
            let unknown = await #expect(throws: StageFailure.self) {
                try await WyomingWakeDetector("hey computer", at: address)
            }
            #expect(unknown?.code == .unavailable && unknown?.reason.contains("\"hey_test_v0.1\"") == true)
        }
        let missing = await #expect(throws: StageFailure.self) {
            try await WyomingWakeDetector("hey test", at: .unix(path: "/tmp/saybus-nowhere.sock"))
        }
        #expect(missing?.code == .unavailable)
    }

    @Test(
        "a detection whose time is no time of the stretch counts as one at its beginning or end",
        arguments: [1_700_000_000_000_000_000, Int.max, Int.min, -1])
    func oddTime(time: Int) async throws {
        try await withServer(["1000000000", "\(time)"]) { address in
            let detector = try await WyomingWakeDetector("hey test", at: address)
            let end = try await detect(detector, loud: 10)?.upperBound
            #expect(time < 0 ? end == 0 : end ?? 0 >= 2_560)
        }
    }

    @Test("after a failure a server that accepts the connection and hangs is none that hears")
    func hangs() async throws {
        let listener = try LoopbackListener()
        defer { close(listener.descriptor) }
        let address = SocketAddress.tcp(host: "127.0.0.1", port: UInt16(listener.port))
        _ = try WyomingWakeStream(address, name: "test", count: 0, before: .now + .seconds(10))
        let failure = #expect(throws: EngineFailure.self) {
            try WyomingWakeStream(address, name: "test", count: 0, isAsked: true, before: .now + .milliseconds(50))
        }
        #expect(failure?.code == .timeout)
        try await withServer { address in
            _ = try WyomingWakeStream(address, name: "test", count: 0, isAsked: true, before: .now + .seconds(10))
        }
    }

    @Test("a server that closes the connection does not end listening, and is a problem")
    func closes() async throws {
        try await withServer(["3"]) { address in
            let detector = try await WyomingWakeDetector("hey test", at: address)
            #expect(await detector.problem == nil)
            #expect(try await detect(detector, loud: 4_000) == nil)
            #expect(
                await detector.problem?.hasPrefix("the wake word \"hey test\" cannot be heard: unix:///tmp/") == true)
        }
    }
}
