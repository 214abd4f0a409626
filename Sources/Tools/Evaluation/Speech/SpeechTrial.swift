import SaybusConversation
import SaybusMessages

/// A recording, its meaning, and the result of its recognition.
struct SpeechTrial {
    let label: SpeechLabel
    /// The signal-to-noise ratio in decibels; nil without noise.
    let snr: Double?
    /// The transcript; empty when nothing was recognized.
    let heard: String
    /// The confidence of the recognizer, 0…1.
    let confidence: Double
    /// The other texts that were heard.
    let alternatives: [SpeechTranscript.Alternative]
    /// The best interpretation; nil when there is none.
    let understood: SpeechIntent.Hypothesis?
    /// The length of the recording.
    let soundSeconds: Double
    /// The time that the recognizer took.
    let workSeconds: Double
    /// Microseconds from the end of the sound to the transcript.
    let finalUs: Int64
    /// The reason why the recognizer failed; nil when it did not.
    var failure: String?

    /// Whether the command is the right one, with exactly the right parameters.
    var isAccepted: Bool {
        guard let understood, label.isCommand else { return false }
        return understood.type == label.intent
            && understood.parameters.mapValues { Self.plain($0.value) } == (label.slots ?? [:]).mapValues(Self.plain)
    }

    /// The probability that the command was meant, as the dispatch stage computes it.
    var certainty: Double {
        understood.map { ConfidenceThresholds.certainty(of: $0.confidence, words: confidence) } ?? 0
    }

    /// Whether a command was missed or mistaken, or was understood where there was none, or the recognizer failed.
    var isWrong: Bool { failure != nil || (label.isCommand ? !isAccepted : understood != nil) }

    /// Returns what an app does with the command that was understood; nil when none was.
    func assurance(_ thresholds: [String: ConfidenceThresholds]) -> Assurance? {
        understood.map {
            (thresholds[$0.type] ?? .effect).assurance(of: $0.confidence, words: confidence)
        }
    }

    private static func plain(_ value: Parameter.Value) -> String {
        value.description.lowercased().split(separator: " ").joined(separator: " ")
    }
}

extension SpeechTrial {
    /// Creates the trial of a recording in which the recognizer failed.
    init(failure: String, of label: SpeechLabel, snr: Double?) {
        self.init(
            label: label, snr: snr, heard: "", confidence: 0, alternatives: [], understood: nil, soundSeconds: 0,
            workSeconds: 0, finalUs: 0, failure: failure)
    }
}
