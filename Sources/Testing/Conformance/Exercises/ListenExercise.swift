import SaybusMessages

/// Requests to listen. The sound itself goes to the program's standard input.
struct ListenExercise: Exercise {
    let input: any BusMessage.Type = ListenRequest.self
    let ends = [Receipt.kind, SpeechStarted.kind]

    func question(_ number: Int) -> [any BusMessage] { [ListenRequest(mode: .continuous)] }

    /// The sound for the standard input: 0.8 s of quiet, a voice, and enough quiet for any turn to end.
    static var sound: [UInt8] {
        PCM.bytes(
            SyntheticVoice.quiet(milliseconds: 800) + SyntheticVoice.samples(milliseconds: 900, frequency: 150)
                + SyntheticVoice.quiet(milliseconds: 2500))
    }

    /// Returns a sentence that names the error in a turn; nil when the turn is right.
    static func problem(with turn: [RawMessage]) -> String? {
        let kinds = turn.map(\.header.kind).filter {
            [SpeechStarted.kind, AudioInput.kind, SpeechEnded.kind].contains($0)
        }
        let chunks = turn.compactMap { try? $0.decode(AudioInput.self).body }
        guard let ended = turn.compactMap({ try? $0.decode(SpeechEnded.self).body }).first else {
            return "no speech.ended can be read"
        }
        if kinds.first != SpeechStarted.kind { return "the turn begins with \(kinds.first?.rawValue ?? "nothing")" }
        if kinds.last != SpeechEnded.kind { return "\(kinds.last?.rawValue ?? "nothing") follows on speech.ended" }
        if chunks.isEmpty { return "the turn has no audio.input" }
        if chunks.map(\.index) != Array(0..<chunks.count) {
            return "the chunks are numbered \(chunks.map(\.index)), not 0, 1, 2, …"
        }
        if chunks.map(\.isLast) != chunks.indices.map({ $0 == chunks.count - 1 }) {
            return "`last` is not true in the last chunk alone"
        }
        if ended.chunks != chunks.count { return "speech.ended counts \(ended.chunks) chunks of \(chunks.count)" }
        if let wrong = chunks.first(where: { $0.format != .speech }) {
            return "the sound is \(wrong.format.contentType), not \(PCMFormat.speech.contentType)"
        }
        return nil
    }
}
