import SaybusMessages

extension AudioEvent {
    /// Whether there is a sound file in it: one that may not be there, or not be playable, where it is to be played.
    package var hasFile: Bool {
        switch self {
        case .file: true
        case .composite(let events): events.contains(where: \.hasFile)
        case .speech, .tone, .silence: false
        }
    }
}

extension AudioPlayback {
    /// What is to be told of this report on one of a sequence's events: that a sound file in it cannot be played. Nil when it says nothing of that kind.
    package func fileProblem(in events: [AudioEvent]) -> String? {
        guard let item, events.indices.contains(item), state == .skipped || state == .finished, let reason else {
            return nil
        }
        switch events[item] {
        case .file(let file): return "the sound file \(file.path) is not played: \(reason)"
        case let event where event.hasFile: return "a part of a sound is not played: \(reason)"
        default: return nil
        }
    }
}
