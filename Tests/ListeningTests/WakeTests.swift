import PocketSphinx
import SaybusTesting
import Stage
import Testing

@testable import Listening

@Suite(
    "The wake word", .serialized,
    .enabled(if: SpokenText.isAvailable && (try? SphinxModel()) != nil, "needs espeak-ng and pocketsphinx's model"))
struct WakeTests {
    /// What the watch makes of the sound: where it woke, and how many samples were handed on.
    static func wakings(_ samples: [Int16], _ phrase: some WakeWordDetector) async throws -> [WakeWatch.Waking] {
        var watch = WakeWatch(phrase)
        var detector = EnergyDetector()
        var wakings: [WakeWatch.Waking] = []
        for start in stride(from: 0, to: samples.count, by: 320) {
            let frame = Array(samples[start..<min(samples.count, start + 320)])
            let isSpeech = detector.isSpeech(frame)
            if let waking = try await watch.hear(frame, isSpeech: isSpeech, position: start) { wakings.append(waking) }
        }
        return wakings
    }

    static let others = [
        "what is the weather today", "turn the volume down", "the commuter train is late again", "hay in the barn",
        "i want a large coffee with milk", "could you compute the sum of these numbers", "hello everybody",
    ]

    @Test(
        "It wakes, and a command in the same breath is handed on",
        arguments: ["en-us+f3"])
    func wakes(voice: String) async throws {
        let phrase = try await SpokenPhrase("hey computer", sensitivity: 300)
        let quiet = SpokenText.silence(1)
        // Somebody has spoken before, as in a room where people live: the recognizer knows the microphone.
        let before = try quiet + SpokenText.samples("what is the weather today", voice: voice, speed: 150) + quiet
        for text in ["hey computer turn on the kitchen light", "hey computer turn on the bedroom light"] {
            let samples = before + (try SpokenText.samples(text, voice: voice, speed: 150)) + quiet
            let wakings = try await Self.wakings(samples, phrase)
            #expect(wakings.count == 1, "\(voice): \(text)")
            let waking = try #require(wakings.first)
            let handedOn = waking.frames.reduce(0) { $0 + $1.samples.count }
            #expect(waking.position > before.count && waking.position + handedOn <= samples.count && handedOn < 16_000)
            let afterwards = waking.frames.flatMap(\.samples)
            #expect(afterwards == Array(samples[waking.position..<waking.position + handedOn]))
        }
    }

    @Test("Other speech does not wake")
    func others() async throws {
        let phrase = try await SpokenPhrase("hey computer")
        var all: [Int16] = []
        for text in Self.others { all += try SpokenText.samples(text) + SpokenText.silence(0.6) }
        #expect(try await Self.wakings(all, phrase).isEmpty)
    }

    @Test("Words that no dictionary has can be listened for, and a phrase that nobody can say is refused")
    func anyPhrase() async throws {
        #expect(try await SpokenPhrase("Okay, Saybus!").phrase == "Okay, Saybus!")
        for text in ["", " ", "嘿"] {
            let error = await #expect(throws: StageFailure.self) { _ = try await SpokenPhrase(text) }
            #expect(error?.code == .usage)
        }
        let missing = await #expect(throws: StageFailure.self) { _ = try await SpokenPhrase("hey", model: "/nowhere") }
        #expect(missing?.code == .unavailable)
    }

    @Test("Without any sensitivity nothing wakes")
    func insensitive() async throws {
        let said = try SpokenText.samples("hey computer turn on the kitchen light", voice: "en-us+f3", speed: 150)
        let sound = SpokenText.silence(1) + said + SpokenText.silence(1)
        #expect(try await Self.wakings(sound, SpokenPhrase("hey computer", sensitivity: 0)).isEmpty)
    }

    @Test(
        "Of a quarter of an hour of orders few wake",
        .enabled(if: Recording.areThere, "needs the recorded orders"))
    func recordings() async throws {
        let phrase = try await SpokenPhrase("hey computer")
        var (seconds, wakings) = (0.0, 0)
        for recording in try Recording.all(every: 2) {
            wakings += try await Self.wakings(recording, phrase).count
            seconds += Double(recording.count) / 16_000
        }
        print("false alarms of \"hey computer\": \(wakings) in \(Int(seconds)) s of other speech")
        #expect(wakings <= 6)
    }
}
