import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

/// Tests that the Python client reads the same key files and gets the same refusals.
@Suite(
    "Python on a bus with keys",
    .enabled(
        if: ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] != nil,
        "SAYBUS_PYTHON names no Python with pyzmq: deploy/install --python"))
struct PythonSecurityTests {
    private static let folder = PackageFolder.containing()
        .appending(path: "deploy/python").standardizedFileURL.path(percentEncoded: false)
    private static let script = """
        import sys
        sys.path.insert(0, sys.argv[1])
        from saybus import Bus, BusError
        try:
            with Bus("transcribe", "python-1") as bus:
                bus.connect(*sys.argv[2:], timeout=5)
                bus.publish("speech.partial", {"text": "hello", "revision": 0, "isComplete": False})
                bus.publish("speech.transcript", {"text": "x", "confidence": 1, "alternatives": [], "engine": "python"})
                while not bus.counters["refused"]:
                    bus.receive(0.1)
                print("refused", bus.counters["refused"], flush=True)
        except BusError as error:
            print("error:", error, flush=True)
        """

    private func python(_ test: SecuredBus, _ key: String, _ kinds: String...) throws -> ProgramUnderTest {
        try ProgramUnderTest(
            ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] ?? "/usr/bin/python3",
            ["-c", Self.script, Self.folder] + kinds,
            environment: [
                "SAYBUS_BUS": test.address.url, "SAYBUS_KEY": "\(test.keys.path)/\(key).secret",
                "SAYBUS_SERVER_KEY": "\(test.keys.path)/broker.public",
            ])
    }

    @Test("Python connects with its key, publishes, and gets the refusals of what it may not publish or receive")
    func talks() async throws {
        let test = try SecuredBus([
            "py": "publish: [speech.partial, turn.ended], subscribe: [audio.input]", "tap": SecurityTests.all,
        ])
        let tap = try test.connect(.tap, key: "tap")
        let partials = tap.subscribe(SpeechPartial.self)
        try await tap.ready()
        let allowed = try python(test, "py", "audio.input")
        #expect(await partials.first()?.stamp?.user == "py")
        try await allowed.line { $0 == "refused 1" }
        #expect(try await allowed.exitCode() == 0)
        #expect(allowed.lines(.standardError).contains { $0.contains("does not let \"py\" publish speech.transcript") })
        let deaf = try python(test, "py", "speech.intent")
        try await deaf.line { $0.contains("does not let \"py\" subscribe to speech.intent") }
        chmod("\(test.keys.path)/py.secret", 0o644)
        let careless = try python(test, "py", "audio.input")
        try await careless.line { $0.hasPrefix("error:") && $0.contains("chmod 600") }
    }
}
