import SaybusMessages

extension AudioEvent {
    /// Whether the event contains a sound file, which may be missing or unplayable at the audio stage.
    package var hasFile: Bool {
        switch self {
        case .file: true
        case .composite(let events): events.contains(where: \.hasFile)
        case .speech, .tone, .silence: false
        }
    }

    /// Whether the event goes on until it is stopped: a sound file that loops, or one inside a composite.
    package var isEndless: Bool {
        switch self {
        case .file(let file): file.loops == true
        case .composite(let events): events.contains(where: \.isEndless)
        case .speech, .tone, .silence: false
        }
    }
}

extension AudioPlayback {
    /// Returns the problem of an unplayable sound file that this report names; nil when it reports none.
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
