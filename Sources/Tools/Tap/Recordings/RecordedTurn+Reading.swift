import SaybusMessages

extension RecordingReader {
    /// The kinds that ``RecordedTurn`` evaluates.
    private static let turnKinds: Set<Kind> = [
        SpeechStarted.kind, AudioInput.kind, SpeechEnded.kind, SpeechTranscript.kind, SpeechIntent.kind,
        CommandInvoked.kind, AudioPlayback.kind, TurnEnded.kind,
    ]

    private struct Key: Hashable {
        let recording: Int64
        let turn: TurnID
    }

    /// Returns all turns, in the order in which they began. Those that ended before the recording are left out.
    func turns(session: Session? = nil) async throws -> [RecordedTurn] {
        var order: [Key] = []
        var records: [Key: RecordedTurn] = [:]
        // Audio makes up most of a recording, so it is not read; whether it was recorded is a property of the
        // recording.
        var withAudio: [Int64: Bool] = [:]
        for recording in try await recordings() { withAudio[recording.id] = recording.withAudio }
        var selection = Selection()
        selection.kinds = Self.turnKinds
        selection.withoutAudio = true
        try await forEach(selection) { stored in
            let header = stored.message.header
            guard let turn = header.turn, session == nil || session == header.session else { return }
            let key = Key(recording: stored.recording, turn: turn)
            var stored = stored
            stored.isBodyLeftOut = withAudio[stored.recording] != true
            if records[key] == nil {
                order.append(key)
                records[key] = RecordedTurn(stored, turn: turn)
            }
            records[key]?.add(stored)
        }
        return order.compactMap { records[$0] }.filter { !$0.hasEndOnly }
    }
}
