import ArgumentParser
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusListening

@Suite("A wake word near the end of a recording", .timeLimit(.minutes(1)))
struct WakeRecordingEndTests {
    /// A detector of one sample's value, of which it is certain 600 ms later.
    private actor Late: WakeWordDetector {
        static let mark: Int16 = 7
        private static let delay = 9_600

        nonisolated let phrase = "hey test"
        nonisolated let searchesPauses = true
        private var count = 0
        private var place: Int?

        func begin() { (count, place) = (0, nil) }
        func process(_ samples: [Int16]) -> Range<Int>? {
            if let index = samples.firstIndex(of: Self.mark) { place = count + index }
            count += samples.count
            guard let found = place, count >= found + Self.delay else { return nil }
            place = nil
            return found..<found + 1
        }
        func end() {}
    }

    /// The sample of the word, and the frames of a recording with it: a command follows at once, and ends 594 ms after
    /// the word, with the recording.
    private static let place = 3_300
    private static let frames: [[Int16]] = (0..<40).map { index in
        var frame = (0..<320).map { sample -> Int16 in
            guard index > 10 else { return 0 }
            return (index * 320 + sample) % 100 < 50 ? 3_000 : -3_000
        }
        if index == 10 { frame[100] = Late.mark }
        return frame
    }

    @Test("a word of which the detector is not certain yet is found, with the sound after it and no more")
    func search() async throws {
        var search = WakeWordSearch([WakeWord(Late())])
        for (index, frame) in Self.frames.enumerated() {
            let early = try await search.process(frame, isSpeech: index > 10, position: index * 320)
            #expect(early?.detection == nil)
        }
        let end = Self.frames.count * 320
        let finding = try await search.finish(at: end)
        let detection = try #require(finding?.detection)
        #expect(detection.position == Self.place + 1)
        let samples = detection.frames.flatMap(\.samples)
        #expect(samples == Array(Self.frames.flatMap(\.self)[(Self.place + 1)...]))
        #expect(detection.frames.last?.isSpeech == true)
        let again = try await search.finish(at: end)
        #expect(again?.detection == nil)
    }

    @Test("the command after it opens a turn")
    func turn() async throws {
        let test = try TestBus()
        let options = try StageOptions.parse(["--bus", test.address.url])
        try await StageRunner(role: .listen, options: options, isEmbedded: true).run { context in
            try await context.ready()
            var listening = ListenOptions()
            (listening.mode, listening.wakeWords, listening.gain) = (.wake, [WakeWord(Late())], nil)
            let services = ListenServices(bus: context.bus, logger: context.logger)
            var pipeline = CapturePipeline(
                context, session: .default, options: listening, isLive: false, services: services)
            for (index, frame) in Self.frames.enumerated() {
                try await pipeline.take(
                    AudioBlock(
                        samples: frame, source: "test", position: index * 320, isEnd: index == Self.frames.count - 1))
            }
            #expect(await services.retransmitter.opened == 1)
        }
    }
}
