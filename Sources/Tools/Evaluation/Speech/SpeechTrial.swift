import SaybusMessages

/// A recording, what is meant in it, and what was made of it.
struct SpeechTrial {
    let label: SpeechLabel
    /// Speech above noise in decibels; nil without noise.
    let snr: Double?
    /// The transcript; empty when nothing was understood.
    let heard: String
    /// How sure the recognizer was, 0…1.
    let confidence: Double
    /// The best reading; nil when there is none.
    let understood: SpeechIntent.Hypothesis?
    /// The recording's length.
    let soundSeconds: Double
    /// What the recognizer took for it.
    let workSeconds: Double
    /// Microseconds from the end of the sound to the transcript.
    let finalUs: Int64

    /// Whether the command is the one meant, with every parameter, none missing and none more.
    var isAccepted: Bool {
        guard let understood, label.isCommand else { return false }
        return understood.type == label.intent
            && understood.parameters.mapValues { Self.plain($0.value) } == (label.slots ?? [:]).mapValues(Self.plain)
    }

    /// Whether a command was missed or mistaken, or one understood where none was meant.
    var isWrong: Bool { label.isCommand ? !isAccepted : understood != nil }

    private static func plain(_ value: Parameter.Value) -> String {
        value.description.lowercased().split(separator: " ").joined(separator: " ")
    }
}
