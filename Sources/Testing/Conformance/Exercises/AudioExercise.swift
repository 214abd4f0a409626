import SaybusMessages

/// Short sequences of tone and silence, the first one with a word.
struct AudioExercise: Exercise {
    let input: any BusMessage.Type = AudioSequence.self
    let ends = [AudioPlayback.kind]

    func question(_ number: Int) -> [any BusMessage] {
        let word: [AudioEvent] = number == 0 ? [.speech(.init("One."))] : []
        return [AudioSequence(word + [.tone(.init(frequency: 440, durationMs: 30)), .silence(durationMs: 20)])]
    }

    /// A sequence that lasts longer than the run waits for an answer.
    static func lengthy(_ answerTime: Duration) -> AudioSequence {
        AudioSequence([.silence(durationMs: 1000 * (Int(answerTime.components.seconds) + 10))])
    }

    func isEnd(_ message: RawMessage) -> Bool {
        guard message.header.kind == AudioPlayback.kind else { return false }
        return (try? message.decode(AudioPlayback.self).body).map { $0.isOver && $0.item == nil } ?? true
    }

    func problem(with answer: [RawMessage], to number: Int) -> String? {
        let states = answer.compactMap { try? $0.decode(AudioPlayback.self).body }.filter { $0.item == nil }
            .map(\.state)
        let told = states.map(\.rawValue).joined(separator: ", ")
        guard states.last == .finished else { return "the sequence was not played to its end: \(told)" }
        return states.filter { $0 != .queued } == [.started, .finished]
            ? nil : "expected started, finished, got \(told)"
    }
}
