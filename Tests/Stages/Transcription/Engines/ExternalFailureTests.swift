import Foundation
import SaybusExternalEngines
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusTranscription

@Suite("External engines that fail")
struct ExternalFailureTests {
    /// Sound of 300 ms that is not silence: the last 200 ms are a buzz like a vowel. So a program that exits without
    /// a text has failed, whether its exit is noticed while sound is sent or afterwards.
    private static let sound: [Int16] = (0..<4800).map { $0 < 1600 ? 0 : $0 % 100 < 50 ? 5000 : -5000 }

    /// Returns the error of a turn; nil when it succeeds.
    private func failure(_ recognizer: any SpeechRecognizer) async -> (code: TranscriptionError.Code, reason: String)? {
        do {
            try await recognizer.begin()
            for _ in 0..<20 { _ = try await recognizer.accept(Self.sound) }
            _ = try await recognizer.finish()
            return nil
        } catch let error as TranscriptionError {
            return (error.code, error.reason)
        } catch {
            return nil
        }
    }

    @Test(
        "a program that dies, hangs or writes invalid data gives a code and a reason",
        arguments: [
            ("exit 3", "unreachable"), ("cat >/dev/null; echo nonsense", "garbage"),
            ("cat >/dev/null; echo '[1]'", "garbage"),
            ("cat >/dev/null; echo '{\"error\": \"no model\"}'", "engine"), ("sleep 60", "timeout"),
            ("while :; do :; done", "timeout"),
        ])
    func program(_ script: String, _ code: String) async throws {
        let recognizer = CommandRecognizer(["/bin/sh", "-c", script], timeout: .milliseconds(700))
        let failure = await failure(recognizer)
        #expect(
            failure?.code.rawValue == code && failure?.reason.contains("/bin/sh") == true,
            "\(String(describing: failure))")
    }

    @Test("a program that exits without a text has failed, except on silence; with a non-zero exit code it always has")
    func noText() async throws {
        let recognizer = CommandRecognizer(["/bin/sh", "-c", "cat >/dev/null"], timeout: .seconds(10))
        try await recognizer.begin()
        #expect(try await recognizer.finish().empty == .silence)
        try await recognizer.begin()
        _ = try await recognizer.accept([Int16](repeating: 0, count: 8000) + Self.sound)
        let error = await #expect(throws: TranscriptionError.self) { try await recognizer.finish() }
        #expect(error?.code == .unreachable && error?.reason.contains("/bin/sh") == true)
        let broken = CommandRecognizer(["/bin/sh", "-c", "cat >/dev/null; exit 3"], timeout: .seconds(10))
        try await broken.begin()
        let failure = await #expect(throws: TranscriptionError.self) { try await broken.finish() }
        #expect(failure?.code == .unreachable && failure?.reason.contains("exit code 3") == true)
    }

    @Test("accepting sound does not wait for the rest of an incomplete line")
    func halfLine() async throws {
        let folder = try TemporaryFolder()
        let pipe = try NamedPipe(in: folder)
        let script =
            "printf '{\"text\": \"next'; echo written >'\(pipe.path)'; cat >/dev/null; echo ' song\"}'"
        let recognizer = CommandRecognizer(["/bin/sh", "-c", script], timeout: .seconds(5))
        try await recognizer.begin()
        _ = try #require(await pipe.lines.first())
        #expect(try await recognizer.accept([Int16](repeating: 0, count: 8000)) == nil)
        #expect(try await recognizer.accept(Self.sound) == nil)
        #expect(try await recognizer.finish().text == "next song")
    }

    @Test("the error of a missing program names it, and the program is used once it exists")
    func missing() async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let path = folder.path("program")
        let recognizer = CommandRecognizer([path], timeout: .seconds(10))
        let failure = await failure(recognizer)
        #expect(failure?.code == .unreachable && failure?.reason.contains(path) == true)
        try folder.script("program", "cat >/dev/null; echo '{\"text\": \"next song\"}'")
        try await recognizer.begin()
        _ = try await recognizer.accept([Int16](repeating: 0, count: 8000) + Self.sound)
        let result = try await recognizer.finish()
        #expect(result.text == "next song" && result.confidence == ExternalAnswer.defaultConfidence)
    }

    @Test("the vocabulary file is replaced by that of the next vocabulary")
    func vocabulary() async throws {
        let recognizer = CommandRecognizer(
            [
                "/bin/sh", "-c",
                "cat >/dev/null; printf '{\"error\": \"%s %s\"}' \"$SAYBUS_VOCABULARY\" \"$(tr -d '\\\"' <\"$SAYBUS_VOCABULARY\")\"",
            ],
            timeout: .seconds(10))
        try await recognizer.configure(Vocabulary(phrases: ["next song", "stop"]))
        let reason = try #require(await failure(recognizer)?.reason)
        #expect(reason.contains("words:[next,song,stop]") && reason.contains("next song"), "\(reason)")
        let path = try #require(reason.split(separator: " ").first { $0.hasSuffix(".json") }.map(String.init))
        #expect(FileManager.default.fileExists(atPath: path))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600, "only the user can read it")
        try await recognizer.configure(.dictation)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("the program of an open turn can read its vocabulary file after the next vocabulary was set")
    func vocabularyOfOpenTurn() async throws {
        // The program reads the file when all sound has come.
        let script = #"cat >/dev/null; grep -q 'next song' <"$SAYBUS_VOCABULARY" && echo '{"text": "next song"}'"#
        let recognizer = CommandRecognizer(["/bin/sh", "-c", script], timeout: .seconds(10))
        try await recognizer.configure(Vocabulary(phrases: ["next song"]))
        try await recognizer.begin()
        _ = try await recognizer.accept(Self.sound)
        try await recognizer.configure(.dictation)
        #expect(try await recognizer.finish().text == "next song")
    }

    @Test(
        "a Wyoming server is told the language as it lists it",
        arguments: [
            ("pt-BR", ["de", "pt"], "pt"), ("pt_BR", ["pt", "pt-BR"], "pt-BR"), ("de-AT", ["de_at", "de"], "de_at"),
            ("de-AT", [], "de-AT"), ("de", ["en"], "de"), ("sr-Latn", ["s", "sr"], "sr"),
        ] as [(String, [String], String)])
    func listedLanguage(tag: String, offered: [String], expected: String) {
        #expect(WyomingRecognizer.language(tag, among: offered) == expected)
    }

    /// A server that never describes itself, and fails in the turn whose number is the second argument. For each
    /// request it prints the type, the language and the number of turns before.
    private static let silentServer = """
        import json, socket, sys, threading
        server = socket.socket(socket.AF_UNIX)
        server.bind(sys.argv[1])
        server.listen()
        print("listening", flush=True)
        turns = 0
        def serve(peer):
            global turns
            file = peer.makefile("rb")
            while line := file.readline():
                event = json.loads(line)
                data = json.loads(file.read(event.get("data_length") or 0) or b"{}")
                file.read(event.get("payload_length") or 0)
                if event["type"] in ("describe", "transcribe"):
                    print(event["type"], data.get("language", "-"), turns, flush=True)
                if event["type"] == "audio-stop":
                    turns += 1
                    answer = {"type": "transcript", "data": {"text": "next song"}}
                    if turns == int(sys.argv[2]):
                        answer = {"type": "error", "data": {"text": "no model"}}
                    peer.sendall(json.dumps(answer).encode() + b"\\n")
        while True:
            threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
        """

    @Test(
        "a Wyoming server that does not describe itself is asked for its languages once, and after a failed turn again")
    func undescribed() async throws {
        let path = "/tmp/saybus-\(UUID().uuidString.prefix(8)).sock"
        defer { unlink(path) }
        let server = try ProgramUnderTest(EngineUnderTest.python, ["-c", Self.silentServer, path, "2"])
        try await server.line { $0 == "listening" }
        defer { server.send(SIGKILL) }
        let recognizer = WyomingRecognizer(.unix(path: path), language: "pt-BR", timeout: .seconds(20))
        #expect(await failure(recognizer) == nil)
        #expect(await failure(recognizer)?.code == .engine)
        #expect(await failure(recognizer) == nil)
        try await server.line { $0 == "transcribe pt-BR 2" }
        let asked = ["describe - 0", "transcribe pt-BR 0", "transcribe pt-BR 1", "describe - 2", "transcribe pt-BR 2"]
        #expect(server.lines() == ["listening"] + asked)
    }

    @Test(
        "a Wyoming server that disconnects, hangs, refuses, sends invalid data or is gone gives a code",
        .enabled(if: EngineUnderTest.hasWyoming, "SAYBUS_PYTHON names no Python with wyoming: deploy/install --python"),
        arguments: [("leaves", "unreachable"), ("hangs", "timeout"), ("refuses", "engine"), ("garbage", "garbage")])
    func server(_ behaviour: String, _ code: String) async throws {
        let path = "/tmp/saybus-\(UUID().uuidString.prefix(8)).sock"
        defer { unlink(path) }
        let server = try ProgramUnderTest(
            EngineUnderTest.python, ["-c", EngineUnderTest.server, "unix://\(path)", behaviour])
        try await server.line { $0 == "listening" }
        let recognizer = WyomingRecognizer(.unix(path: path), timeout: .seconds(1))
        let failure = await failure(recognizer)
        #expect(failure?.code.rawValue == code, "\(String(describing: failure))")
        server.send(SIGKILL)
        try await server.exitCode()
        #expect(await self.failure(recognizer)?.code == .unreachable)
    }

    @Test("a program that hangs is not waited for when its turn has ended", .timeLimit(.minutes(1)))
    func endedTurnOfProgram() async throws {
        let recognizer = CommandRecognizer(
            ["/bin/sh", "-c", "cat >/dev/null; exec sleep 600"], timeout: .seconds(300))
        try await recognizer.begin()
        _ = try await recognizer.accept(Self.sound)
        let work = Task { try await recognizer.finish() }
        work.cancel()
        await #expect(throws: TranscriptionError.self) { try await work.value }
    }

    @Test(
        "a Wyoming server that hangs is not waited for when its turn has ended",
        .enabled(if: EngineUnderTest.hasWyoming, "SAYBUS_PYTHON names no Python with wyoming: deploy/install --python"),
        .timeLimit(.minutes(1)))
    func endedTurnOfServer() async throws {
        let path = "/tmp/saybus-\(UUID().uuidString.prefix(8)).sock"
        defer { unlink(path) }
        let server = try ProgramUnderTest(
            EngineUnderTest.python, ["-c", EngineUnderTest.server, "unix://\(path)", "hangs"])
        try await server.line { $0 == "listening" }
        defer { server.send(SIGKILL) }
        let recognizer = WyomingRecognizer(.unix(path: path), timeout: .seconds(300))
        try await recognizer.begin()
        _ = try await recognizer.accept(Self.sound)
        let work = Task { try await recognizer.finish() }
        work.cancel()
        await #expect(throws: TranscriptionError.self) { try await work.value }
    }

    @Test("a turn whose engine fails gets a transcript with the reason, and the next turn tries again")
    func turn() async throws {
        let recognizer = CommandRecognizer(["/bin/sh", "-c", "exit 3"], timeout: .seconds(5))
        var recognition = TurnRecognition(ended: EndedTurns())
        for _ in 1...2 {
            await recognition.begin(recognizer)
            let turn = TurnID()
            for _ in 0..<10 { #expect(await recognition.accept(Self.sound, of: turn, recognizer) == nil) }
            let transcript = try #require(await recognition.finish(turn, recognizer, missing: 0, of: 10))
            #expect(transcript.empty == .failed && transcript.text.isEmpty && transcript.engine == "command")
            #expect(transcript.problem?.contains("/bin/sh") == true)
            let taken = recognition.takeOutcome()
            let outcome = try #require(taken)
            let error = #expect(throws: TranscriptionError.self) { try outcome.get() }
            #expect(transcript.problem == error.map { "\($0)" })
        }
    }
}
