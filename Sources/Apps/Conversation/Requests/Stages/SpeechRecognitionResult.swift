import SaybusMessages

/// The recognized speech of an answer.
public struct SpeechRecognitionResult: Sendable, Equatable {
    /// The transcript; empty when nothing was said.
    public var transcript: String
    /// The recognizer's confidence, 0…1.
    public var confidence: Double
    /// Alternative transcripts, best first.
    public var alternatives: [SpeechTranscript.Alternative]
    /// The intent stage's hypotheses, best first.
    public var hypotheses: [SpeechIntent.Hypothesis]
    /// The reason for an empty transcript; nil when there are words.
    public var empty: SpeechTranscript.EmptyReason?
    /// A description of the recognizer's failure; nil without one.
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

    /// The transcript, followed by its alternatives.
    public var readings: [String] { [transcript] + alternatives.map(\.text).filter { $0 != transcript } }

    /// The transcript, followed by the alternatives that rival it: those at least a quarter as sure. Others are what
    /// the sound hardly was, and answer no question.
    package var rivalReadings: [String] {
        // "What?" is no "one", even if the recognizer also heard that.
        guard QuestionRemark.reading(transcript) == nil else { return [transcript] }
        return [transcript]
            + alternatives.filter { $0.confidence >= 0.25 * confidence && $0.text != transcript }.map(\.text)
    }

    /// Whether nothing was said.
    public var isSilence: Bool { empty == .silence || empty == nil && transcript.allSatisfy(\.isWhitespace) }

    /// The reason of a turn that fails because the recognizer has failed.
    package var failure: String { problem.map { "the recognizer failed: \($0)" } ?? "the recognizer failed" }
}

extension SpeechRecognitionResult {
    /// Creates the result of an intent, with its transcript's confidence and alternatives.
    package init(_ intent: SpeechIntent, _ transcript: SpeechTranscript?) {
        self.init(
            transcript: intent.text, confidence: intent.confidence ?? transcript?.confidence ?? 1,
            alternatives: transcript?.alternatives ?? [], hypotheses: intent.hypotheses, empty: intent.empty,
            problem: transcript?.problem)
    }
}
