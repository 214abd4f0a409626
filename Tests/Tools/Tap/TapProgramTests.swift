import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@Suite("The program saybus-tap")
struct TapProgramTests {
    private let name = "saybus-tap"

    @Test("the tap prints messages with and without the subcommand's name, and exits with 0 on SIGTERM and SIGINT")
    func shows() async throws {
        for (arguments, signal) in [(["--kind", "speech.*"], SIGTERM), (["echo", "--kind", "speech.*"], SIGINT)] {
            let test = try TestBus()
            let tap = try ProgramUnderTest(name, arguments + ["--bus", test.address.url])
            let ready = try await tap.ready()
            #expect(ready.hasPrefix("ready role=tap instance=echo-\(tap.processID) after="))
            let bus = try test.connect(.transcribe)
            try await bus.ready()
            try bus.publish(
                SpeechTranscript(text: "set a timer for ten minutes", confidence: 0.87, engine: "pocketsphinx"))
            let line = try await tap.line { $0.contains("speech.transcript") }
            #expect(line.hasSuffix("\"set a timer for ten minutes\" 0.87 pocketsphinx"))
            tap.send(signal)
            #expect(try await tap.exitCode() == 0)
            #expect(tap.lines().count == 1)
        }
    }

    @Test("JSON is one object a line, also for malformed frames, and --count ends the program")
    func json() async throws {
        let test = try TestBus()
        let tap = try ProgramUnderTest(
            name, ["--json", "--count", "3", "--source", "transcribe/test", "--bus", test.address.url])
        let watching = try ProgramUnderTest(name, ["--count", "1", "--match", "frame", "--bus", test.address.url])
        try await tap.ready()
        try await watching.ready()
        let bus = try test.connect(.transcribe)
        try await bus.ready()
        try bus.publish(frames: [Array("speech.partial/ab/default/".utf8), [0x7B, 0xFF]])
        for revision in 0..<3 { try bus.publish(SpeechPartial(text: "a", revision: revision)) }
        #expect(try await tap.exitCode() == 0)
        let values = try tap.lines().map { try JSONValue(parsing: Array($0.utf8)) }
        #expect(values.map { $0["body"]?["revision"] } == [0, 1, 2])
        #expect(values.allSatisfy { $0["stamp"]?["offset"] != nil })
        #expect(try await watching.exitCode() == 0)
        #expect(watching.lines().first?.contains("malformed") == true)
    }

    @Test("the tap exits with 0 when its output is closed, without waiting for another message")
    func closedOutput() async throws {
        let test = try TestBus()
        let path = "\(ProgramUnderTest.directory)/\(name)"
        let shell = try ProgramUnderTest(
            "/bin/bash",
            [
                "-c",
                "'\(path)' --kind speech.partial --bus '\(test.address)' | head -2; echo \"codes ${PIPESTATUS[*]}\"",
            ])
        try await shell.ready()
        let bus = try test.connect(.transcribe)
        try await bus.ready()
        for revision in 0..<2 { try bus.publish(SpeechPartial(text: "a", revision: revision)) }
        try await shell.line { $0 == "codes 0 0" }
        #expect(try await shell.exitCode() == 0)
    }

    @Test("the tap exits with 74 and one line if its output cannot be written, as on a full disk")
    func fullOutput() async throws {
        let test = try TestBus()
        let path = ProgramUnderTest.path(of: name)
        let tap = try ProgramUnderTest(
            "/bin/sh", ["-c", "exec '\(path)' --kind speech.partial --bus '\(test.address)' > /dev/full"])
        try await tap.ready()
        let bus = try test.connect(.transcribe)
        try await bus.ready()
        try bus.publish(SpeechPartial(text: "a", revision: 0))
        #expect(try await tap.exitCode() == 74)
        let errors = tap.lines(.standardError).filter { !$0.hasPrefix("ready ") }
        #expect(errors.count == 1 && errors[0].contains("No space left on device"), "\(errors)")
    }

    @Test("the tap ends on a signal even while the reader of its output is blocked")
    func stuckOutput() async throws {
        let test = try TestBus()
        let path = "\(ProgramUnderTest.directory)/\(name)"
        // The pipe's reader never reads. The shell prints the process id of the tap.
        let shell = try ProgramUnderTest(
            "/bin/bash",
            [
                "-c",
                """
                exec 4> >(trap '' TERM; exec sleep 1000)
                '\(path)' --json --kind speech.partial --bus '\(test.address)' >&4 & child=$!
                echo "child $child"; wait $child; echo "code $?"
                """,
            ])
        let child = try #require(Int32(await shell.line { $0.hasPrefix("child ") }.dropFirst("child ".count)))
        try await shell.ready()
        let bus = try test.connect(.transcribe)
        try await bus.ready()
        // More than a pipe's buffer holds.
        let text = String(repeating: "long ", count: 40_000)
        for revision in 0..<10 { try bus.publish(SpeechPartial(text: text, revision: revision)) }
        try await bus.ready()
        kill(child, SIGTERM)
        try await shell.line { $0 == "code 0" }
    }

    @Test("without a broker, the tap prints one line with the command that starts one, and exits with 69")
    func noBroker() async throws {
        let address = try TestBus.freshAddress()
        let tap = try ProgramUnderTest(name, ["--bus", address.url, "--wait", "0.2"])
        #expect(try await tap.exitCode() == 69)
        #expect(tap.lines().isEmpty)
        #expect(tap.lines(.standardError).count == 1)
        #expect(tap.lines(.standardError).first?.contains("saybus-broker --bus \(address)") == true)
    }

    @Test("a signal ends the tap at once while it waits for a broker")
    func interrupted() async throws {
        let address = try TestBus.freshAddress()
        let tap = try ProgramUnderTest(name, ["--bus", address.url, "--wait", "1000", "--log-level", "debug"])
        try await tap.line(on: .standardError) { $0.contains("waiting for the broker") }
        tap.send(SIGINT)
        #expect(try await tap.exitCode() == 0)
    }

    @Test(
        "an invalid command line exits with 64 and names the problem",
        arguments: [
            (["--bus", "foo://bar"], "foo://bar"), (["--kind", "speech.transcrpt"], "speech.transcript"),
            (["--count", "0"], "--count"), (["--turn", "xyz"], "xyz"), (["--source", "a/b/c"], "a/b/c"),
            (["--session", "a b"], "a b"), (["--color", "pink"], "pink"), (["--bogus"], "--bogus"),
        ])
    func usage(arguments: [String], wanted: String) async throws {
        let tap = try ProgramUnderTest(name, arguments)
        #expect(try await tap.exitCode() == 64)
        #expect(tap.lines(.standardError).joined(separator: "\n").contains(wanted))
        #expect(tap.lines().isEmpty)
    }

    @Test("output that was closed before the start is no output, and a recording without a name is none")
    func noOutput() async throws {
        let (folder, test) = (try RecordingFolder(), try TestBus())
        let recorder = try await folder.record(test.address)
        recorder.send(SIGTERM)
        #expect(try await recorder.exitCode() == 0)
        let path = "\(ProgramUnderTest.directory)/\(name)"
        let closed = try ProgramUnderTest(
            "/bin/sh", ["-c", "exec \"$0\" \"$@\" >&-", path, "sessions", folder.file])
        #expect(try await closed.exitCode() == 74, "\(closed.report)")
        for arguments in [["record", ""], ["sessions", ""]] {
            let tap = try ProgramUnderTest(name, arguments)
            #expect(try await tap.exitCode() == 64, "\(tap.report)")
        }
        let diff = try await folder.tap("diff", folder.file, folder.file, "--session", "nowhere")
        #expect(diff.code == 66 && diff.errors.first?.contains("has a turn in nowhere") == true, "\(diff.errors)")
    }

    @Test("the help lists all options, with an example")
    func help() async throws {
        let tap = try ProgramUnderTest(name, ["--help"])
        #expect(try await tap.exitCode() == 0)
        let help = tap.lines().joined(separator: "\n")
        let wanted = [
            "--kind", "--session", "--turn", "--source", "--match", "--json", "--audio", "--status", "--count",
            "--color", "--bus",
            "--wait", "--log-level", "Example: saybus-tap ", "echo",
        ]
        for text in wanted { #expect(help.contains(text), "\(text)") }
    }

    @Test(
        "output is coloured on request, and by default never in a pipe",
        arguments: [("always", true), ("auto", false), ("never", false)])
    func colors(choice: String, isColored: Bool) async throws {
        let test = try TestBus()
        let tap = try ProgramUnderTest(
            name, ["--color", choice, "--count", "1", "--kind", "turn.ended", "--bus", test.address.url])
        try await tap.ready()
        let bus = try test.connect(.dispatch)
        try await bus.ready()
        try bus.publish(TurnEnded(outcome: .handled))
        #expect(try await tap.exitCode() == 0)
        #expect(tap.lines().first?.contains("\u{1B}[32mhandled") == isColored)
    }

    @Test("the tap acknowledges no tracked message, not even a retransmitted one")
    func acknowledgesNothing() async throws {
        let test = try TestBus()
        let tap = try ProgramUnderTest(name, ["--kind", "speech.*", "--bus", test.address.url])
        try await tap.ready()
        let bus = try test.connect(.transcribe)
        let observer = try test.connect(Role("observer"))
        let seen = observer.subscribe(to: [SpeechTranscript.self])
        let receipts = observer.subscribe(Receipt.self)
        try await observer.ready()
        try await bus.ready()
        try bus.publish(SpeechTranscript(text: "hello", engine: "text"))
        guard case .message(var message)? = await seen.first() else {
            Issue.record("no transcript")
            return
        }
        message.stamp = nil
        try bus.publishAgain([message])
        try bus.publish(SpeechPartial(text: "done", revision: 0))
        try await tap.line { $0.contains("done") }
        tap.send(SIGTERM)
        #expect(try await tap.exitCode() == 0)
        // The tap has ended and flushed its messages: a receipt of its own would arrive before this one.
        try bus.publish(Receipt(of: SpeechIntent.kind))
        let first = await receipts.first()
        #expect(first?.header.source == bus.source)
    }
}
