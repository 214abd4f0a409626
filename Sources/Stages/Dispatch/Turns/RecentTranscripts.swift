import SaybusMessages
import SaybusSupport

/// The transcripts whose intents have not arrived yet. Pure; bounded.
struct RecentTranscripts: Sendable {
    private var transcripts: GenerationalCache<TurnID, SpeechTranscript>

    /// Creates an empty record.
    /// - Parameter capacity: The transcripts in one generation; up to two generations are kept.
    init(capacity: Int = 256) { transcripts = GenerationalCache(capacity: capacity) }

    /// Records the transcript of a turn.
    mutating func record(_ message: Message<SpeechTranscript>) {
        if let turn = message.header.turn { transcripts[turn] = message.body }
    }

    /// Returns the confidence of the transcript of a turn; nil when there is none.
    func confidence(of turn: TurnID?) -> Double? { turn.flatMap { transcripts[$0]?.confidence } }

    /// Returns and forgets the transcript of a turn; nil when there is none.
    mutating func take(_ turn: TurnID?) -> SpeechTranscript? {
        guard let turn else { return nil }
        defer { transcripts[turn] = nil }
        return transcripts[turn]
    }
}
