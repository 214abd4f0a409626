/// Looks for the sentences of one grammar in a turn.
///
/// The sound is taken in in two ways (``SphinxSettings/Intake``): in the usual one, and when that leaves a doubt in another. The one in which
/// the words fit better counts.
struct SphinxCommandSearch: Sendable {
    /// A result this sure needs no second opinion.
    private static let sure = 0.8
    /// So much better must the second way fit: without the noise, everything fits somewhat worse.
    private static let leastGain = 4.0

    /// What was found in a whole turn.
    struct Finding: Sendable {
        var hypothesis: SphinxHypothesis
        /// How sure it is, 0…1.
        var confidence: Double
        /// What the other look has found; nil when one was enough.
        var other: SphinxHypothesis?
    }

    /// Decodes while the turn goes on.
    let stream: SphinxDecoder
    private let usual: Way
    private let plain: Way
    private let pronunciations: [String: [Pronunciation]]

    private struct Way: Sendable {
        let decoder: SphinxDecoder
        let adaptation: SpeakerAdaptation?

        func decode(_ samples: [Int16]) async throws -> SphinxHypothesis {
            try await decoder.decode(samples, with: adaptation?.transform)
        }
    }

    init(
        model: SphinxModel, grammar: WordAutomaton, pronunciations: [String: [Pronunciation]],
        adaptations: SpeakerAdaptations?
    ) {
        self.pronunciations = pronunciations
        let search = SphinxSearch.grammar(grammar, pronunciations)
        func way(_ intake: SphinxSettings.Intake) -> Way {
            Way(
                decoder: SphinxDecoder(model: model, settings: .whole(intake), search: search),
                adaptation: adaptations?.byIntake[intake])
        }
        stream = SphinxDecoder(model: model, settings: .stream, search: search)
        (usual, plain) = (way(.usual), way(.plain))
    }

    /// Reads the model and builds the searches that every turn needs; that for doubts follows when first needed.
    func load() async throws {
        async let first: Void = stream.load()
        async let second: Void = usual.decoder.load()
        _ = try await (first, second)
    }

    /// What was said in a whole turn, and how sure that is.
    func decode(_ samples: [Int16]) async throws -> Finding {
        let first = try await usual.decode(samples)
        let confidence = SphinxConfidence.grammar.confidence(of: first)
        guard confidence < Self.sure else { return Finding(hypothesis: first, confidence: confidence) }
        let second = try await plain.decode(samples)
        guard second.fit > first.fit + Self.leastGain else {
            return Finding(hypothesis: first, confidence: confidence, other: second)
        }
        return Finding(
            hypothesis: second, confidence: SphinxConfidence.grammar.confidence(of: second), other: first)
    }

    /// Learns the voice and the room from a turn whose words are believed, for the ways in which it was looked at.
    func learn(_ finding: Finding, from samples: [Int16]) async throws {
        guard !finding.hypothesis.isOpen else { return }
        for way in finding.other == nil ? [usual] : [usual, plain] {
            guard let adaptation = way.adaptation else { continue }
            let sound = try await way.decoder.sound(of: samples)
            await adaptation.learn(sound.placed(finding.hypothesis), sound.cepstra, pronunciations)
        }
    }
}
