import CSaybusSndFile
import Foundation
import SaybusBus
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

@Suite(
    "Streams of a skill", .enabled(if: MorningShow.python != nil, "SAYBUS_PYTHON with ask-sdk-core is there"),
    .timeLimit(.minutes(2)))
struct SkillStreamTests {
    /// The parts heard of two tones: the seconds of each, and whether the low one came again after the high one.
    private struct Heard: Sendable {
        var low = 0.0
        var high = 0.0
        var isMixed = false
    }

    /// Returns an MP3 file of a tone, with the head of a web server's answer.
    private static func answer(_ frequency: Double, seconds: Double, in folder: TemporaryFolder) throws -> [UInt8] {
        let rate = 22_050.0
        let samples = (0..<Int(rate * seconds)).map { Int16(12_000 * sin(2 * .pi * frequency * Double($0) / rate)) }
        let path = "\(folder.path)/\(frequency).mp3"
        var info = SF_INFO()
        (info.samplerate, info.channels) = (Int32(rate), 1)
        info.format = Int32(SF_FORMAT_MPEG) | Int32(SF_FORMAT_MPEG_LAYER_III)
        let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
        #expect(sf_write_short(file, samples, sf_count_t(samples.count)) == samples.count)
        sf_close(file)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let head = "HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\nContent-Length: \(bytes.count)\r\n\r\n"
        return Array(head.utf8) + bytes
    }

    /// Adds what a chunk of played sound holds.
    private static func hear(_ chunk: AudioOutput, _ heard: inout Heard) {
        let samples = stride(from: 0, to: chunk.samples.count - 1, by: 2).map {
            Int16(truncatingIfNeeded: Int(chunk.samples[$0]) | Int(chunk.samples[$0 + 1]) << 8)
        }
        let seconds = Double(samples.count) / Double(chunk.format.rate)
        guard samples.contains(where: { abs(Int($0)) > 2000 }) else { return }
        let crossings = zip(samples, samples.dropFirst()).count { ($0 < 0) != ($1 < 0) }
        let frequency = Double(crossings) / 2 / seconds
        if (300..<600).contains(frequency) {
            heard.isMixed = heard.isMixed || heard.high > 0
            heard.low += seconds
        } else if (750..<1100).contains(frequency) {
            heard.high += seconds
        }
    }

    @Test("MP3 streams are heard one after the other, and a paused one goes on where it was stopped")
    func heard() async throws {
        let folder = try TemporaryFolder()
        let (low, high) = (
            try WebServer(sending: Self.answer(440, seconds: 1, in: folder)),
            try WebServer(sending: Self.answer(880, seconds: 0.5, in: folder))
        )
        let show = try await MorningShow(in: folder, streams: [low.address + "/low.mp3", high.address + "/high.mp3"])
        let test = try TestBus()
        let client = try test.connect(Role("client"), tracking: [SpeechTranscript.self])
        let (sounds, ends) = (client.subscribe(AudioOutput.self), client.subscribe(TurnEnded.self))
        let catalogs = client.subscribe(StageStatus.self)
        try await client.ready()
        let bus = ["--bus", test.address.url]
        let programs = [
            try ProgramUnderTest("saybus-intent", bus),
            try ProgramUnderTest("saybus-audio", bus + ["--sink", "null", "--real-time", "--reference"]),
            try ProgramUnderTest("saybus-dispatch", bus + ["--skill", show.description]),
        ]
        for program in programs { try await program.ready() }
        _ = try #require(
            await catalogs.first {
                $0.body.role == .intent && $0.body.catalogRevision?.contains("morning-show@") == true
            })
        let ear = Watched(Heard())
        let listening = Task {
            for try await chunk in sounds { ear.change { Self.hear(chunk.body, &$0) } }
        }
        func say(_ text: String) async throws {
            let turn = TurnID()
            try client.publish(SpeechTranscript(text: text, engine: "text"), turn: turn)
            #expect(try #require(await ends.first { $0.header.turn == turn }).body.outcome == .handled, "\(text)")
        }
        try await say("ask morning show to play the show")
        var found = try await ear.require("the second stream") { $0.high > 0.4 }
        #expect((0.85...1.1).contains(found.low) && !found.isMixed, "\(found)")
        // The end of the second stream.
        try await say("ask morning show to play the show")
        ear.change { $0 = Heard() }
        try await ear.require("the beginning of the first stream") { $0.low > 0.3 }
        try await say("pause")
        try await say("resume")
        found = try await ear.require("the second stream again") { $0.high > 0.3 }
        #expect((0.8...1.2).contains(found.low), "heard once, not from the beginning again: \(found)")
        #expect(low.requests.count == 1, "a stream that is there is not fetched again")
        for program in programs { program.send(SIGTERM) }
        for program in programs { #expect(try await program.exitCode(within: .seconds(10)) == 0) }
        await client.close()
        _ = await listening.result
        show.stop()
    }
}
