import SaybusMessages

/// The transcripts whose intents have not come yet. Pure; bounded.
struct RecentTranscripts: Sendable {
    private var transcripts: [TurnID: SpeechTranscript] = [:]
    private var order: [TurnID] = []
    private let capacity: Int

    init(capacity: Int = 64) { self.capacity = capacity }

    mutating func note(_ message: Message<SpeechTranscript>) {
        guard let turn = message.header.turn else { return }
        if transcripts.updateValue(message.body, forKey: turn) == nil { order.append(turn) }
        if order.count > capacity { transcripts[order.removeFirst()] = nil }
    }

    mutating func take(_ turn: TurnID?) -> SpeechTranscript? {
        guard let turn, let transcript = transcripts.removeValue(forKey: turn) else { return nil }
        order.removeAll { $0 == turn }
        return transcript
    }
}
