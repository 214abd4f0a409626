import SaybusMessages

/// Transcripts whose intents have not arrived yet. Pure; bounded.
package struct RecentTranscripts: Sendable {
    private var transcripts: [TurnID: SpeechTranscript] = [:]
    private var order: [TurnID] = []
    private let capacity: Int

    /// Creates an empty record.
    /// - Parameter capacity: Transcripts kept; the oldest is dropped first.
    package init(capacity: Int = 256) { self.capacity = capacity }

    /// Records the transcript of a turn.
    package mutating func record(_ message: Message<SpeechTranscript>) {
        guard let turn = message.header.turn else { return }
        if transcripts.updateValue(message.body, forKey: turn) == nil { order.append(turn) }
        if order.count > capacity { transcripts[order.removeFirst()] = nil }
    }

    /// Returns the confidence of the transcript of a turn; nil when there is none.
    package func confidence(of turn: TurnID?) -> Double? { turn.flatMap { transcripts[$0]?.confidence } }

    /// Returns and forgets the transcript of a turn; nil when there is none.
    package mutating func take(_ turn: TurnID?) -> SpeechTranscript? {
        guard let turn, let transcript = transcripts.removeValue(forKey: turn) else { return nil }
        order.removeAll { $0 == turn }
        return transcript
    }
}
