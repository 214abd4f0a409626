import SaybusMessages

/// The open turn of an external recognizer: the sound received, and the answers so far.
struct ExternalTurn {
    /// The revision of the vocabulary that the turn began with.
    let revision: String?
    private(set) var buffer = TurnBuffer()
    private var lastPartial = ""
    /// The final texts, in order; some engines send one at each pause.
    private var answers: [ExternalAnswer] = []

    init(revision: String?) { self.revision = revision }

    /// Whether a final text has arrived.
    var isAnswered: Bool { !answers.isEmpty }

    /// Appends samples up to the buffer's limit, and returns those that were kept.
    mutating func append(_ samples: [Int16]) -> [Int16] { buffer.append(samples) }

    /// Adds a final text.
    mutating func take(_ answer: ExternalAnswer) {
        guard answers.count < ExternalAnswer.maximumWords else { return }
        answers.append(answer)
    }

    /// Returns a partial result of all final texts followed by the given partial text; nil when the whole is
    /// unchanged or empty.
    mutating func partial(_ text: String) -> PartialResult? {
        let whole = ExternalAnswer.plain((answers.compactMap(\.text) + [text]).joined(separator: " "))
        guard !whole.isEmpty, whole != lastPartial else { return nil }
        lastPartial = whole
        return PartialResult(text: whole)
    }

    /// Returns the result of the turn. Text that an engine reports for silence is discarded.
    func result(engine: String) -> RecognitionResult {
        var result = RecognitionResult(
            text: "", confidence: 0, engine: engine, catalogRevision: revision, problem: buffer.problem)
        guard !SoundLevel.isSilence(buffer.samples) else {
            result.empty = .silence
            return result
        }
        result.text = ExternalAnswer.plain(answers.compactMap(\.text).joined(separator: " "))
        guard !result.text.isEmpty else {
            result.empty = .unrecognized
            return result
        }
        let spoken = answers.filter { $0.text?.isEmpty == false }
        result.confidence = spoken.map(\.overallConfidence).reduce(0, +) / Double(max(1, spoken.count))
        result.words = Array(answers.flatMap(\.words).prefix(ExternalAnswer.maximumWords))
        // With several final texts, the alternatives of one of them are not alternatives of the whole.
        if spoken.count == 1, let others = spoken.first?.alternatives {
            for other in others.prefix(ExternalAnswer.maximumAlternatives) {
                let text = ExternalAnswer.plain(other.text)
                guard !text.isEmpty, text != result.text, !result.alternatives.contains(where: { $0.text == text })
                else { continue }
                let confidence = min(result.confidence, max(0, other.confidence ?? 0))
                result.alternatives.append(.init(text: text, confidence: confidence))
            }
            result.alternatives.sort { $0.confidence > $1.confidence }
        }
        return result
    }
}
