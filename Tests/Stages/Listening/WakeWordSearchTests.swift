import SaybusEspeakNG
import SaybusMessages
import SaybusMicroWakeWord
import SaybusModelStore
import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusListening

@Suite("Several wake words")
struct WakeWordSearchTests {
    /// A detector of one sample's value, in all sound.
    private actor Mark: WakeWordDetector {
        nonisolated let phrase: String
        nonisolated let searchesPauses = true
        private let mark: Int16
        private var count = 0
        private(set) var begun = 0

        init(_ phrase: String, _ mark: Int16) { (self.phrase, self.mark) = (phrase, mark) }

        func begin() { (count, begun) = (0, begun + 1) }
        func process(_ samples: [Int16]) -> Range<Int>? {
            defer { count += samples.count }
            return samples.firstIndex(of: mark).map { count + $0..<count + $0 + 1 }
        }
        func end() {}
    }

    private func findings(_ marks: [Int: Int16], _ words: [WakeWord], frames: Int = 200) async throws -> [(
        String, Session?, Int
    )] {
        var search = WakeWordSearch(words)
        var found: [(String, Session?, Int)] = []
        for index in 0..<frames {
            var frame = [Int16](repeating: 0, count: 320)
            if let mark = marks[index] { frame[100] = mark }
            if let finding = try await search.process(frame, isSpeech: true, position: index * 320) {
                found.append((finding.word.detector.phrase, finding.word.session, finding.detection.position))
            }
        }
        return found
    }

    @Test("each word opens its own session, in all sound, and the place after it is known")
    func sessions() async throws {
        let kitchen = Session(rawValue: "kitchen")
        let found = try await findings(
            [10: 7, 60: 9, 120: 7], [WakeWord(Mark("seven", 7), session: kitchen), WakeWord(Mark("nine", 9))])
        let phrases: [String] = found.map { $0.0 }
        let sessions: [Session?] = found.map { $0.1 }
        #expect(phrases == ["seven", "nine", "seven"])
        #expect(sessions == [kitchen, nil, kitchen])
        let positions: [Int] = found.map { $0.2 }
        #expect(positions == [3_301, 19_301, 38_501])
    }

    @Test("of two words that are said at once, the first one in the list counts, once")
    func both() async throws {
        let found = try await findings([10: 7], [WakeWord(Mark("a", 7)), WakeWord(Mark("b", 7))])
        #expect(found.first?.0 == "a" && found.count == 1)
    }

    @Test("after a gap in the sound, the search begins again")
    func gap() async throws {
        let mark = Mark("seven", 7)
        var search = WakeWordSearch([WakeWord(mark)])
        let frame = [Int16](repeating: 0, count: 320)
        for position in [0, 320, 6_400, 6_720] {
            _ = try await search.process(frame, isSpeech: false, position: position)
        }
        #expect(await mark.begun == 2)
    }

    @Test("a phrase with a model takes microWakeWord, any other one the keyword spotter, and a missing model is named")
    func engines() async throws {
        var settings = WakeEngine.Settings()
        settings.store = ModelStore(directory: "/nowhere")
        #expect(try WakeEngine.auto.resolved(for: "alexa", settings) == .keywords)
        let missing = await #expect(throws: StageFailure.self) {
            try await WakeEngine.micro.detector("alexa", settings)
        }
        #expect(missing?.code == .unavailable && missing?.reason.contains("saybus models get wake-words") == true)
        settings.manifests = ["/nowhere/word.json"]
        let file = await #expect(throws: StageFailure.self) { try await WakeEngine.auto.detector("alexa", settings) }
        #expect(file?.code == .unavailable)
        let server = await #expect(throws: StageFailure.self) { try await WakeEngine.wyoming.detector("alexa") }
        #expect(server?.code == .usage)
    }

    @Test(
        "a command in the same breath as a modelled wake word is passed on whole",
        .enabled(
            if: SynthesizedSpeech.isAvailable && (try? MicroWakeWordModels.installation()) != nil
                && (try? SpeechEmbedding()) != nil, "needs espeak-ng, and the models wake-words and speech-embedding"),
        arguments: ["en-gb", "en-us+m3"])
    func sameBreath(voice: String) async throws {
        let detector = try await WakeEngine.auto.detector("alexa")
        let command = try SynthesizedSpeech.samples("turn on the kitchen light", voice: voice, speed: 150)
        let all = try SynthesizedSpeech.samples("alexa turn on the kitchen light", voice: voice, speed: 150)
        let sound = SynthesizedSpeech.silence(1) + all + SynthesizedSpeech.silence(1.5)
        let detections = try await RecordedWakeWords.detections(in: sound, detector)
        let detection = try #require(detections.first)
        #expect(detections.count == 1)
        let first = try #require(command.firstIndex { abs(Int($0)) > 300 })
        let begin = 16_000 + all.count - (command.count - first)
        let late = (detection.position - begin) / 16
        #expect((-250...20).contains(late), "\(voice): the turn begins \(late) ms after the command's first sound")
    }
}
