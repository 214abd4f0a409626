import Foundation
import SaybusMessages
import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusAudioOutput
@testable import SaybusSound

/// Tests of external engines that fail: the event is left out with the reason, and the next one plays.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ExternalEngineTests {
    static let tone = AudioEvent.tone(.init(frequency: 440, durationMs: 100))

    /// Plays a speech and a tone, and returns the end of the speech.
    private func played(_ text: String, by synthesizer: any Synthesizer) async throws -> AudioPlayback {
        let sink = ManualSink()
        return try await withPlayer(sink, synthesizer: synthesizer) { player, log in
            let id = MessageID()
            await player.play(AudioSequence([.speech(.init(text)), Self.tone], reportsItems: true), id: id)
            let end = try await log.end(of: id)
            #expect(end.state == .finished && log.states(of: id, item: 1) == [.started, .finished])
            #expect(sink.played.count >= 2_205)
            let first = try await log.first { $0.item == 0 && $0.isOver }
            #expect(end.reason == first.reason)
            return first
        }
    }

    @Test("a program started while standard error is silenced still inherits this program's standard error")
    func standardError() throws {
        let own = try FileManager.default.destinationOfSymbolicLink(
            atPath: "/proc/self/fd/\(StandardError.shared.descriptor)")
        let folder = try TemporaryFolder()
        let place = folder.path("link")
        let voice = CommandVoice(
            ["sh", "-c", "readlink /proc/self/fd/2 > '\(place)'"], environment: [:], rate: 22_050)
        // The program exits without sound.
        QuietStandardError.during { _ = try? voice.begin("x", before: .now + .seconds(10)) }
        #expect(try String(contentsOfFile: place, encoding: .utf8) == own + "\n")
    }

    @Test(
        "a Wyoming server that refuses, sends invalid data, hangs or disconnects costs only the event",
        .enabled(if: TestEngine.wyoming.isInstalled, "needs espeak-ng, and wyoming for SAYBUS_PYTHON"),
        arguments: [
            ("refuse", "no model"), ("garbage", "no Wyoming event"), ("hang", "in time"), ("leave", "closed"),
            ("stick", "in time"), ("break off", "closed"), ("die", "closed"),
        ])
    func wyoming(text: String, reason: String) async throws {
        let running = try await TestEngine.wyoming.start(timeout: .milliseconds(700))
        let first = try await played(text, by: running.synthesizer)
        // Speech that broke off has begun to play.
        let hasStarted = ["break off", "stick"].contains(text)
        #expect(first.state == (hasStarted ? .interrupted : .skipped))
        #expect(first.reason?.contains(reason) == true, "\(first.reason ?? "no reason")")
        if text == "die" {
            try await running.server?.exitCode()
            #expect(try await played("Hello.", by: running.synthesizer).reason?.contains("cannot be reached") == true)
        } else {
            let second = try await played("Hello.", by: running.synthesizer)
            #expect(second.state == .finished && second.reason == nil)
        }
    }

    @Test(
        "a Wyoming server's voices are listed, each speaker of a voice separately",
        .enabled(if: TestEngine.wyoming.isInstalled, "needs espeak-ng, and wyoming for SAYBUS_PYTHON"))
    func voices() async throws {
        let running = try await TestEngine.wyoming.start()
        let voices = try await running.synthesizer.voices()
        #expect(voices.map(\.identifier) == ["en-us", "de", "en#f2", "en#f3"])
        #expect(voices[0].languages == ["en_US"])
        let spoken = try await ["en#f2", "en#f3"].asyncMap { name in
            try await EspeakSynthesizerTests.samples(running.synthesizer.synthesize(.init("Hello.", voice: name)))
        }
        #expect(!spoken[0].isEmpty && spoken[0] != spoken[1])
    }

    @Test(
        "a missing program is reported before the first text",
        arguments: ["/nonexistent/program", "no-such-program-anywhere", "/tmp", "/etc/passwd"])
    func absent(program: String) {
        let failure = #expect(throws: StageFailure.self) {
            try SynthesisEngine.command.synthesizer(voice: nil, program: [program])
        }
        #expect(failure?.code == .unavailable && failure.map { "\($0)".contains(program) } == true)
        #expect(throws: Never.self) { try SynthesisEngine.command.synthesizer(voice: nil, program: ["sh"]) }
    }

    @Test(
        "a program that is missing, fails, hangs or gives no sound costs only the event",
        arguments: [
            (["/nonexistent/program"], "cannot be started"), (["/bin/false"], "exit code 1"),
            (["/bin/true"], "no sound"), (["/bin/sleep", "60"], "in time"),
            (
                [
                    "/bin/sh", "-c",
                    "printf 'RIFF....WAVEfmt \\020\\000\\000\\000\\003\\000\\001\\000\\104\\254\\000\\000\\000\\000\\000\\000\\004\\000\\040\\000data....1234'",
                ], "no 16-bit PCM"
            ),
        ])
    func command(program: [String], reason: String) async throws {
        let synthesizer = CommandSynthesizer(program, rate: 16_000, timeout: .milliseconds(700))
        let first = try await played("Hello.", by: synthesizer)
        #expect(first.state == .skipped)
        #expect(first.reason?.contains(reason) == true, "\(first.reason ?? "no reason")")
    }

    @Test(
        "speech of a program that fails after some sound is not finished",
        arguments: [
            ("head -c 20000 /dev/zero; sleep 60", "in time"), ("head -c 20000 /dev/zero; exit 3", "exit code 3"),
            ("head -c 20000 /dev/zero; kill -9 $$", "signal 9"),
            ("head -c 20000 /dev/zero; exec >&- <&-; sleep 60", "did not end in time"),
            // The header announces 1000 bytes.
            (
                "printf 'RIFF....WAVEfmt \\020\\000\\000\\000\\001\\000\\001\\000\\200\\076\\000\\000\\000\\000\\000\\000\\002\\000\\020\\000data\\350\\003\\000\\000'; head -c 600 /dev/zero",
                "400 bytes of samples are missing"
            ),
        ])
    func failsLate(script: String, reason: String) async throws {
        let synthesizer = CommandSynthesizer(["/bin/sh", "-c", script], rate: 16_000, timeout: .milliseconds(700))
        let first = try await played("Hello.", by: synthesizer)
        #expect(first.state == .interrupted)
        #expect(first.sample ?? 0 > 0)
        #expect(first.reason?.contains(reason) == true, "\(first.reason ?? "no reason")")
        // A sequence with only this event has the same end.
        let sink = ManualSink()
        try await withPlayer(sink, synthesizer: synthesizer) { player, log in
            let id = MessageID()
            await player.play(AudioSequence([.speech(.init("Hello."))]), id: id)
            let end = try await log.end(of: id)
            #expect(end.state == .interrupted && end.reason?.contains(reason) == true)
        }
    }

    @Test("data after the samples of a WAV file is not played")
    func trailing() async throws {
        let folder = try TemporaryFolder()
        var file = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVEfmt ".utf8)
        file += [16, 0, 0, 0, 1, 0, 2, 0, 0x80, 0xBB, 0, 0, 0, 0, 0, 0, 4, 0, 16, 0]
        file += Array("data".utf8) + [8, 0, 0, 0, 1, 0, 3, 0, 5, 0, 7, 0]
        file += Array("LIST".utf8) + [4, 0, 0, 0, 9, 9, 9, 9]
        try Data(file).write(to: URL(filePath: folder.path("short.wav")))
        let audio = try await CommandSynthesizer(
            ["/bin/cat", folder.path("short.wav")], rate: 8_000, timeout: .seconds(10)
        ).synthesize(.init("Hello."))
        #expect(audio.rate == 48_000)
        #expect(try await EspeakSynthesizerTests.samples(audio) == [2, 6])
    }

    @Test("raw samples have the configured rate, and a WAV file has its own, whatever lengths it states")
    func formats() async throws {
        let raw = try await CommandSynthesizer(
            ["/bin/sh", "-c", "cat > /dev/null; head -c 3201 /dev/zero"], rate: 8_000, timeout: .seconds(10)
        ).synthesize(.init("Hello."))
        #expect(raw.rate == 8_000)
        #expect(try await EspeakSynthesizerTests.samples(raw).count == 1_600)
        var header = Array("RIFF".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + Array("WAVELIST".utf8) + [3, 0, 0, 0, 1, 2, 3, 0]
        header += Array("fmt ".utf8) + [16, 0, 0, 0, 1, 0, 2, 0, 0x80, 0xBB, 0, 0, 0, 0, 0, 0, 4, 0, 16, 0]
        let data = header + Array("data".utf8) + [0, 0, 0, 0]
        #expect(WAVHeader.read(data) == .whole(WAVHeader(rate: 48_000, channels: 2, isPCM: true, length: data.count)))
        for count in 0..<data.count { #expect(WAVHeader.read(Array(data[..<count])) == .partial) }
        #expect(WAVHeader.read(Array("RIFFxxxxAIFF".utf8)) == .none && WAVHeader.read([1, 2]) == .none)
        #expect(PCM.samples([1, 0, 3, 0, 255, 255, 1, 0, 9], channels: 2) == [2, 0])
    }

    @Test("a speech's parameters are in the program's environment, its words on standard input")
    func environment() async throws {
        let folder = try TemporaryFolder()
        let script =
            "{ cat; echo \"$SAYBUS_VOICE $SAYBUS_RATE $SAYBUS_PITCH\"; } > '\(folder.path("said"))'; head -c 100 /dev/zero"
        let synthesizer = CommandSynthesizer(["/bin/sh", "-c", script], rate: 16_000, timeout: .seconds(10))
        let audio = try await synthesizer.synthesize(
            .init(
                "<speak>Ten <sub alias=\"kilogram\">kg</sub> &amp; more</speak>", format: .ssml, voice: "bob",
                rate: 200, pitch: 30))
        #expect(try await EspeakSynthesizerTests.samples(audio).count == 50)
        let said = try String(contentsOfFile: folder.path("said"), encoding: .utf8)
        #expect(said.split(whereSeparator: \.isWhitespace).joined(separator: " ") == "Ten kilogram & more bob 200 30")
    }
}

extension Array {
    fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async throws -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await body(element)) }
        return results
    }
}
