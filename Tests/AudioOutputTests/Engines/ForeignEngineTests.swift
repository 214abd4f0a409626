import Foundation
import Messages
import SaybusTesting
import Testing

@testable import AudioOutput

/// Engines outside of this process that fail: the event is left out with the reason, and the next one plays.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ForeignEngineTests {
    static let tone = AudioEvent.tone(.init(frequency: 440, durationMs: 100))

    /// Plays a speech and a tone; gives how the speech ended.
    private func played(_ text: String, by synthesizer: any Synthesizer) async throws -> AudioPlayback {
        let sink = ManualSink()
        return try await withPlayer(sink, synthesizer: synthesizer) { player, log in
            let id = MessageID()
            await player.play(AudioSequence([.speech(.init(text)), Self.tone], reportsItems: true), id: id)
            let end = await log.end(of: id)
            #expect(end.state == .finished && log.states(of: id, item: 1) == [.started, .finished])
            #expect(sink.heard.count >= 2_205)
            let first = await log.first { $0.item == 0 && $0.isOver }
            #expect(end.reason == first.reason)
            return first
        }
    }

    @Test(
        "a Wyoming server that refuses, sends garbage, hangs or leaves costs the event alone",
        .enabled(if: TestEngine.wyoming.isInstalled, "needs espeak-ng, and wyoming for SAYBUS_PYTHON"),
        arguments: [
            ("refuse", "no model"), ("garbage", "no Wyoming event"), ("hang", "in time"), ("leave", "closed"),
            ("stick", "in time"), ("break off", "closed"), ("die", "closed"),
        ])
    func wyoming(text: String, reason: String) async throws {
        let running = try await TestEngine.wyoming.start(patience: .milliseconds(700))
        let first = try await played(text, by: running.synthesizer)
        // What broke off had begun to sound.
        let hasSounded = ["break off", "stick"].contains(text)
        #expect(first.state == (hasSounded ? .finished : .skipped))
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
        "a Wyoming server tells its voices, and speakers of one voice are voices of their own",
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
        "a program that is not there, fails, hangs or gives no sound costs the event alone",
        arguments: [
            (["/nonexistent/program"], "cannot be started"), (["/bin/false"], "no sound"),
            (["/bin/sleep", "60"], "in time"),
            (
                [
                    "/bin/sh", "-c",
                    "printf 'RIFF....WAVEfmt \\020\\000\\000\\000\\003\\000\\001\\000\\104\\254\\000\\000\\000\\000\\000\\000\\004\\000\\040\\000data....1234'",
                ], "no 16-bit PCM"
            ),
            (["/bin/sh", "-c", "head -c 20000 /dev/zero; sleep 60"], "in time"),
        ])
    func command(program: [String], reason: String) async throws {
        let synthesizer = CommandSynthesizer(program, rate: 16_000, patience: .milliseconds(700))
        let first = try await played("Hello.", by: synthesizer)
        #expect(first.reason?.contains(reason) == true, "\(first.reason ?? "no reason")")
    }

    @Test("raw samples are taken at the rate that was told, and a WAV file at its own, whatever lengths it says")
    func formats() async throws {
        let raw = try await CommandSynthesizer(
            ["/bin/sh", "-c", "cat > /dev/null; head -c 3201 /dev/zero"], rate: 8_000, patience: .seconds(10)
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

    @Test("the wishes of a speech are in the program's environment, its words on standard input")
    func environment() async throws {
        let folder = try TemporaryFolder()
        let script =
            "{ cat; echo \"$SAYBUS_VOICE $SAYBUS_RATE $SAYBUS_PITCH\"; } > '\(folder.path("said"))'; head -c 100 /dev/zero"
        let synthesizer = CommandSynthesizer(["/bin/sh", "-c", script], rate: 16_000, patience: .seconds(10))
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
