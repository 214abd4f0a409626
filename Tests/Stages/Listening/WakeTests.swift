import SaybusEspeakNG
import SaybusPocketSphinx
import SaybusStage
import Testing

@testable import SaybusListening

@Suite(
    "The wake word", .serialized,
    .enabled(
        if: SynthesizedSpeech.isAvailable && (try? SphinxModel()) != nil, "needs espeak-ng and pocketsphinx's model"))
struct WakeTests {
    static let others = [
        "what is the weather today", "turn the volume down", "the commuter train is late again", "hay in the barn",
        "i want a large coffee with milk", "could you compute the sum of these numbers", "hello everybody",
    ]

    @Test(
        "the phrase is detected, and a command in the same breath is passed on",
        arguments: ["en-us+f3", "en-us", "en-us+m1", "en-us+f2"])
    func wakes(voice: String) async throws {
        let phrase = try await KeywordWakeDetector("hey computer")
        let quiet = SynthesizedSpeech.silence(1)
        let before =
            try quiet + SynthesizedSpeech.samples("what is the weather today", voice: voice, speed: 150) + quiet
        for text in ["hey computer turn on the kitchen light", "hey computer turn on the bedroom light"] {
            let samples = before + (try SynthesizedSpeech.samples(text, voice: voice, speed: 150)) + quiet
            let detections = try await RecordedWakeWords.detections(in: samples, phrase)
            #expect(detections.count == 1, "\(voice): \(text)")
            let detection = try #require(detections.first)
            let handedOn = detection.frames.reduce(0) { $0 + $1.samples.count }
            #expect(
                detection.position > before.count && detection.position + handedOn <= samples.count && handedOn < 16_000
            )
            // The phrase lasts a second at this speed: its end is found, although the library left out the silence
            // before it.
            let length = detection.position - before.count
            #expect((10_000..<28_000).contains(length), "\(voice): \(length / 16) ms after the pause")
            let afterwards = detection.frames.flatMap(\.samples)
            #expect(afterwards == Array(samples[detection.position..<detection.position + handedOn]))
        }
    }

    @Test(
        "the phrase alone leaves no speech that would open a turn",
        arguments: ["en-us+f3", "en-us", "en-us+m1", "en-gb+m3"])
    func alone(voice: String) async throws {
        let phrase = try await KeywordWakeDetector("hey computer")
        for speed in [120, 150, 180] {
            let said = try SynthesizedSpeech.samples("hey computer", voice: voice, speed: speed)
            let samples = SynthesizedSpeech.silence(1) + said + SynthesizedSpeech.silence(1)
            let detections = try await RecordedWakeWords.detections(in: samples, phrase)
            #expect(detections.count == 1, "\(voice) at \(speed) words a minute")
            let speech = detections.flatMap(\.frames).filter(\.isSpeech)
            #expect(speech.isEmpty, "\(voice) at \(speed) words a minute")
        }
    }

    @Test("speech after the end of the wake word counts, unless silence follows the word")
    func speaksOn() async throws {
        func detection(_ after: [Bool]) async throws -> WakeWordSegmenter.Detection? {
            var watch = WakeWordSegmenter(AtOnce(after: 3200))
            for (index, isSpeech) in ([Bool](repeating: true, count: 10) + after).enumerated() {
                let frame = [Int16](repeating: 1, count: 320)
                if let detection = try await watch.process(frame, isSpeech: isSpeech, position: index * 320) {
                    return detection
                }
            }
            return await watch.finish()
        }
        let speech = [Bool](repeating: true, count: 19)
        let on = try #require(try await detection([false] + speech + speech))
        #expect(on.start == 0 && on.position == 3200 && on.frames.map(\.isSpeech) == [false] + speech)
        // 15 frames are 300 ms. The end of the word and a click are no speech.
        let silence = [Bool](repeating: false, count: 15)
        let alone = try #require(try await detection(speech + [false, true] + silence + speech))
        #expect(
            alone.position == 3200
                && alone.frames.map(\.isSpeech) == [Bool](repeating: false, count: 20) + [true]
                    + silence.dropLast()
        )
        let later = try #require(try await detection(speech + silence.prefix(10) + [true, true]))
        #expect(later.frames.map(\.isSpeech) == [Bool](repeating: false, count: 29) + [true, true])
        let cutOff = try #require(try await detection([true]))
        #expect(cutOff.position == 3200 && cutOff.frames.map(\.isSpeech) == [true])
    }

    @Test("the wake word's last sound that dies away in the room is no speech, and a command after it is")
    func reverberation() async throws {
        func detection(_ levels: [Int16]) async throws -> WakeWordSegmenter.Detection? {
            var watch = WakeWordSegmenter(AtOnce(after: 3200))
            for (index, level) in ([Int16](repeating: 8000, count: 10) + levels).enumerated() {
                let frame = [Int16](repeating: level, count: 320)
                if let detection = try await watch.process(frame, isSpeech: true, position: index * 320) {
                    return detection
                }
            }
            return await watch.finish()
        }
        // 200 ms of the word, and its echo, which is 26 dB softer.
        let word = [Int16](repeating: 8000, count: 10) + [Int16](repeating: 400, count: 25)
        let alone = try #require(try await detection(word))
        #expect(alone.lastSoundFrames == 20 && alone.frames.map(\.isSpeech) == [Bool](repeating: false, count: 35))
        let later = try #require(try await detection(Array(word.prefix(25)) + [4000, 4000]))
        #expect(later.frames.map(\.isSpeech) == [Bool](repeating: false, count: 25) + [true, true])
        let on = try #require(try await detection([Int16](repeating: 4000, count: 20)))
        #expect(on.lastSoundFrames == 0 && on.frames.map(\.isSpeech) == [Bool](repeating: true, count: 20))
    }

    /// A detector that detects its word after a fixed amount of audio.
    private actor AtOnce: WakeWordDetector {
        nonisolated let phrase = "at once"
        private let wanted: Int
        private var heard = 0

        init(after wanted: Int) { self.wanted = wanted }

        func begin() { heard = 0 }
        func process(_ samples: [Int16]) -> Range<Int>? {
            heard += samples.count
            return heard >= wanted ? 0..<wanted : nil
        }
        func end() {}
    }

    @Test("a pause between the phrase's words does not matter")
    func pause() async throws {
        let samples =
            try SynthesizedSpeech.silence(1) + SynthesizedSpeech.samples("hey, computer", voice: "en-us+f3", speed: 150)
            + SynthesizedSpeech.silence(1)
        #expect(try await RecordedWakeWords.detections(in: samples, KeywordWakeDetector("hey computer")).count == 1)
    }

    @Test("speech in a foreign language is not detected as the wake word")
    func foreignSpeech() async throws {
        let phrase = try await KeywordWakeDetector("hey computer")
        for (voice, text) in Self.foreign {
            let samples =
                SynthesizedSpeech.silence(1) + (try SynthesizedSpeech.samples(text, voice: voice))
                + SynthesizedSpeech.silence(1)
            #expect(try await RecordedWakeWords.detections(in: samples, phrase).isEmpty, "\(voice)")
        }
    }

    static let foreign = [
        ("de", "Heute Nachmittag gehen wir in den Park, und danach kaufen wir Brot und Käse für das Abendessen."),
        ("fr", "Nous avons mangé dans un petit restaurant près de la gare, et nous sommes rentrés à pied."),
        ("es", "Mañana por la mañana vamos a visitar a mis abuelos, que viven en un pueblo cerca del mar."),
        ("it", "Ieri sera abbiamo guardato un film molto bello, e poi abbiamo parlato fino a mezzanotte."),
        ("nl", "Wij gaan op de fiets naar het strand, en nemen brood, kaas en een fles water mee."),
    ]

    @Test("other speech is not detected as the wake word")
    func others() async throws {
        let phrase = try await KeywordWakeDetector("hey computer")
        var all: [Int16] = []
        for text in Self.others { all += try SynthesizedSpeech.samples(text) + SynthesizedSpeech.silence(0.6) }
        #expect(try await RecordedWakeWords.detections(in: all, phrase).isEmpty)
    }

    @Test("words missing in the dictionary can be detected, and a phrase that cannot be pronounced is refused")
    func anyPhrase() async throws {
        #expect(try await KeywordWakeDetector("Okay, Saybus!").phrase == "Okay, Saybus!")
        for text in ["", " ", "嘿"] {
            let error = await #expect(throws: StageFailure.self) { _ = try await KeywordWakeDetector(text) }
            #expect(error?.code == .usage)
        }
        let missing = await #expect(throws: StageFailure.self) {
            _ = try await KeywordWakeDetector("hey", model: "/nowhere")
        }
        #expect(missing?.code == .unavailable)
    }

    @Test(
        "a phrase too short to be told from other words is refused, with the remedy",
        arguments: ["hey", "okay", "jarvis"])
    func tooShort(text: String) async throws {
        let error = await #expect(throws: StageFailure.self) { _ = try await KeywordWakeDetector(text) }
        #expect(error?.code == .usage && error?.reason.contains("hey computer") == true)
        #expect(try await KeywordWakeDetector("\(text) computer").phrase == "\(text) computer")
    }

    @Test("with a sensitivity of 0 nothing is detected")
    func insensitive() async throws {
        let said = try SynthesizedSpeech.samples(
            "hey computer turn on the kitchen light", voice: "en-us+f3", speed: 150)
        let sound = SynthesizedSpeech.silence(1) + said + SynthesizedSpeech.silence(1)
        #expect(
            try await RecordedWakeWords.detections(in: sound, KeywordWakeDetector("hey computer", sensitivity: 0))
                .isEmpty)
    }

    @Test(
        "in every eighth recorded order, the wake word is detected at most once in all",
        .enabled(if: Recording.areThere, "needs the recorded orders"))
    func recordings() async throws {
        let phrase = try await KeywordWakeDetector("hey computer")
        var detections = 0
        for recording in try Recording.all(every: 8) {
            detections += try await RecordedWakeWords.detections(in: recording, phrase).count
        }
        #expect(detections <= 1)
    }
}
