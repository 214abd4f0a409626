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
        "It wakes in several voices, alone and with a command in the same breath",
        arguments: ["en-us+m1", "en-us+f3", "en-gb"])
    func wakes(voice: String) async throws {
        let phrase = try await SpokenPhrase("hey computer", sensitivity: 300)
        let quiet = SpokenText.silence(1)
        for text in ["hey computer", "hey computer turn on the kitchen light"] {
            let samples = quiet + (try SpokenText.samples(text, voice: voice, speed: 150)) + quiet
            let wakings = try await Self.wakings(samples, phrase)
            #expect(wakings.count == 1, "\(voice): \(text)")
            let waking = try #require(wakings.first)
            let handedOn = waking.frames.reduce(0) { $0 + $1.samples.count }
            #expect(waking.position + handedOn <= samples.count && handedOn < 16_000)
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

    @Test("Words that no dictionary has can wake, and a phrase that nobody can say is refused")
    func anyPhrase() async throws {
        let phrase = try await SpokenPhrase("okay saybus", sensitivity: 400)
        let samples = try SpokenText.silence(1) + SpokenText.samples("okay saybus", speed: 150) + SpokenText.silence(1)
        #expect(try await Self.wakings(samples, phrase).count == 1)
        for text in ["", " ", "嘿"] {
            let error = await #expect(throws: StageFailure.self) { _ = try await SpokenPhrase(text) }
            #expect(error?.code == .usage)
        }
        let missing = await #expect(throws: StageFailure.self) { _ = try await SpokenPhrase("hey", model: "/nowhere") }
        #expect(missing?.code == .unavailable)
    }

    @Test("Sensitivity is a bargain: with all of it everything wakes, with none nothing does")
    func sensitivity() async throws {
        let said = try SpokenText.silence(1) + SpokenText.samples("hey computer", speed: 150) + SpokenText.silence(1)
        let strict = try await SpokenPhrase("hey computer", sensitivity: 0)
        #expect(try await Self.wakings(said, strict).isEmpty)
        var all: [Int16] = []
        for text in Self.others { all += try SpokenText.samples(text) + SpokenText.silence(0.6) }
        let lax = try await SpokenPhrase("hey computer", sensitivity: 1000)
        #expect(try await !Self.wakings(all, lax).isEmpty)
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
