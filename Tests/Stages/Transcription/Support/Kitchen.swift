import SaybusEspeakNG
import SaybusMessages
import SaybusPocketSphinx
import SaybusTesting

@testable import SaybusTranscription

extension Catalog {
    /// A catalog of a kitchen app with commands, a number and lists.
    static func kitchen(_ more: [String] = []) -> Catalog {
        Catalog(
            app: "kitchen",
            commands: [
                .init(
                    type: "Light", patterns: ["turn @state:State the light", "turn @state:State the @room:Room light"]),
                .init(type: "Timer", patterns: ["set a timer for @n:Number minutes", "cancel the timer"]),
                .init(type: "Oven", patterns: ["set the oven to @n:Number degrees"]),
                .init(type: "Music", patterns: ["next song", "stop the music", "turn the volume down"]),
                .init(type: "List", patterns: ["add @item:Item to the shopping list"]),
                .init(type: "Weather", patterns: ["what is the weather today"]),
                .init(type: "Help", patterns: ["what can i say", "help"]),
                .init(type: "More", patterns: more),
            ],
            slotTypes: [
                .init(name: "State", values: [.init(value: "on"), .init(value: "off", synonyms: ["out"])]),
                .init(name: "Room", values: ["kitchen", "bedroom", "living room"].map { .init(value: $0) }),
                .init(name: "Item", values: ["milk", "bread", "orange juice", "cheese"].map { .init(value: $0) }),
            ])
    }
}

extension PocketSphinxRecognizer {
    static var isAvailable: Bool { SynthesizedSpeech.isAvailable && (try? SphinxModel()) != nil }

    /// Creates a recognizer with a vocabulary.
    static func make(_ vocabulary: Vocabulary) async throws -> PocketSphinxRecognizer {
        let recognizer = try PocketSphinxRecognizer(model: SphinxModel())
        try await recognizer.configure(vocabulary)
        return recognizer
    }

    /// Recognizes one turn, passed in chunks of 100 ms as on the bus.
    func recognize(_ samples: [Int16]) async throws -> RecognitionResult { try await turn(samples).result }

    /// Recognizes one turn, and returns its partial results too.
    func turn(_ samples: [Int16]) async throws -> (partials: [PartialResult], result: RecognitionResult) {
        try await begin()
        var partials: [PartialResult] = []
        for start in stride(from: 0, to: samples.count, by: 1600) {
            if let partial = try await accept(Array(samples[start..<min(start + 1600, samples.count)])) {
                partials.append(partial)
            }
        }
        return (partials, try await finish())
    }
}
