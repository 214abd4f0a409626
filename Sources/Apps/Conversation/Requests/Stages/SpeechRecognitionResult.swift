import SaybusMessages

/// What was heard of an answer.
public struct SpeechRecognitionResult: Sendable, Equatable {
    /// The words as they were recognized; empty when nothing was said.
    public var transcript: String
    /// How sure the recognizer is, 0…1.
    public var confidence: Double
    /// What may have been said instead, best first.
    public var alternatives: [SpeechTranscript.Alternative]
    /// What the intent stage makes of it, best first.
    public var hypotheses: [SpeechIntent.Hypothesis]
    /// Why there are no words; nil when there are.
    public var empty: SpeechTranscript.EmptyReason?
    /// What went wrong when the recognizer failed, in a sentence.
    public var problem: String?

    /// Creates a result.
    public init(
        transcript: String, confidence: Double = 1, alternatives: [SpeechTranscript.Alternative] = [],
        hypotheses: [SpeechIntent.Hypothesis] = [], empty: SpeechTranscript.EmptyReason? = nil, problem: String? = nil
    ) {
        self.transcript = transcript
        self.confidence = confidence
        self.alternatives = alternatives
        self.hypotheses = hypotheses
        self.empty = empty
        self.problem = problem
    }

    /// The transcript and then its alternatives.
    public var readings: [String] { [transcript] + alternatives.map(\.text).filter { $0 != transcript } }

    /// Whether nothing was said.
    public var isSilence: Bool { empty == .silence || empty == nil && transcript.allSatisfy(\.isWhitespace) }

    /// Why the turn fails when the recognizer has.
    var failure: String { problem.map { "the recognizer failed: \($0)" } ?? "the recognizer failed" }
}

extension SpeechRecognitionResult {
    /// What an intent and its transcript say together.
    init(_ intent: SpeechIntent, _ transcript: SpeechTranscript?) {
        self.init(
            transcript: intent.text, confidence: transcript?.confidence ?? 1,
            alternatives: transcript?.alternatives ?? [], hypotheses: intent.hypotheses, empty: intent.empty,
            problem: transcript?.problem)
    }
}
