/// Looks for the sentences of one grammar in a turn.
///
/// The sound is taken in several ways (``SphinxSettings/Intake``), and the way in which the words fit it best counts: which one that is depends
/// on the voice and the room.
struct SphinxCommandSearch: Sendable {
    /// A result this sure in a quiet room needs no second look.
    private static let sure = 0.8

    /// Decodes while the turn goes on.
    let stream: SphinxDecoder
    private let ways: [Way]
    private let pronunciations: [String: [Pronunciation]]

    private struct Way: Sendable {
        let quick: SphinxDecoder
        let careful: SphinxDecoder
        let adaptation: SpeakerAdaptation?

        func decode(_ samples: [Int16]) async throws -> SphinxHypothesis {
            try await quick.decode(samples, with: adaptation?.transform)
        }
    }

    init(
        model: SphinxModel, grammar: WordAutomaton, pronunciations: [String: [Pronunciation]],
        adaptations: SpeakerAdaptations?
    ) {
        self.pronunciations = pronunciations
        let search = SphinxSearch.grammar(grammar, pronunciations)
        stream = SphinxDecoder(model: model, settings: .stream, search: search)
        ways = SphinxSettings.Intake.all.map { intake in
            Way(
                quick: SphinxDecoder(model: model, settings: .quick(intake), search: search),
                careful: SphinxDecoder(model: model, settings: .careful(intake), search: search),
                adaptation: adaptations?.byIntake[intake])
        }
    }

    /// Reads the model and builds the searches; those for doubts follow when first needed.
    func load() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for decoder in [stream] + ways.map(\.quick) { group.addTask { try await decoder.load() } }
            try await group.waitForAll()
        }
    }

    /// What was said in a whole turn, and how sure that is.
    func decode(_ samples: [Int16]) async throws -> (SphinxHypothesis, confidence: Double) {
        var found: [(hypothesis: SphinxHypothesis, way: Way)] = []
        if !SoundLevel.isNoisy(samples), let first = ways.first {
            let hypothesis = try await first.decode(samples)
            let confidence = SphinxConfidence.quick.confidence(of: hypothesis)
            guard confidence < Self.sure || hypothesis.isDictated else { return (hypothesis, confidence) }
            found = [(hypothesis, first)]
        }
        found += try await withThrowingTaskGroup(of: (Int, SphinxHypothesis).self) { group in
            for index in ways.indices.dropFirst(found.count) {
                group.addTask { (index, try await ways[index].decode(samples)) }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }
                .map { ($0.1, ways[$0.0]) }
        }
        guard let best = found.max(by: { $0.hypothesis.fit < $1.hypothesis.fit }) else {
            return (SphinxHypothesis(segments: []), 0)
        }
        let confidence = SphinxConfidence.quick.confidence(of: best.hypothesis)
        guard confidence < Self.sure || best.hypothesis.isDictated else { return (best.hypothesis, confidence) }
        let careful = try await best.way.careful.decode(samples, with: best.way.adaptation?.transform)
        return (careful, SphinxConfidence.careful.confidence(of: careful))
    }

    /// Learns the voice and the room from a turn whose words are believed.
    func learn(_ hypothesis: SphinxHypothesis, from samples: [Int16]) async throws {
        guard !hypothesis.isOpen else { return }
        for way in ways {
            guard let adaptation = way.adaptation else { continue }
            let sound = try await way.quick.sound(of: samples)
            await adaptation.learn(sound.placed(hypothesis), sound.cepstra, pronunciations)
        }
    }
}
