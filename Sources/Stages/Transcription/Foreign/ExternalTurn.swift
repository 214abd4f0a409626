import SaybusMessages

/// The open turn of a recognizer that somebody else made: its sound, and what was said of it so far.
struct ExternalTurn {
    /// The revision of the vocabulary that it began with.
    let revision: String?
    private(set) var buffer = TurnBuffer()
    private var lastPartial = ""
    /// What stays, in the order of speaking: some engines end a text at each pause.
    private var answers: [ExternalAnswer] = []

    init(revision: String?) { self.revision = revision }

    /// Whether a text that stays was said.
    var isAnswered: Bool { !answers.isEmpty }

    /// Keeps what there is room for, and returns it.
    mutating func append(_ samples: [Int16]) -> [Int16] { buffer.append(samples) }

    /// Takes a text that stays.
    mutating func take(_ answer: ExternalAnswer) {
        guard answers.count < ExternalAnswer.maximumWords else { return }
        answers.append(answer)
    }

    /// A text that may change, after what stays; nil when it says nothing new.
    mutating func partial(_ text: String) -> PartialResult? {
        let whole = ExternalAnswer.plain((answers.compactMap(\.text) + [text]).joined(separator: " "))
        guard !whole.isEmpty, whole != lastPartial else { return nil }
        lastPartial = whole
        return PartialResult(text: whole)
    }

    /// What all of it comes to. What was made of silence is nothing.
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
        result.confidence = spoken.map(\.sureness).reduce(0, +) / Double(max(1, spoken.count))
        result.words = Array(answers.flatMap(\.words).prefix(ExternalAnswer.maximumWords))
        // Alternatives of one stretch are none of the whole.
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
