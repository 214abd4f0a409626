import SaybusDispatch

/// The weakly held listeners of a source, in the order in which they were added.
@ConversationActor
struct AudioEventListeners {
    private struct Entry {
        weak var listener: (any AudioEventListener)?
    }

    private var entries: [Entry] = []

    nonisolated init() {}

    /// Whether no listener is left.
    var isEmpty: Bool { !entries.contains { $0.listener != nil } }

    mutating func add(_ listener: any AudioEventListener) {
        entries.removeAll { $0.listener == nil || $0.listener === listener }
        entries.append(Entry(listener: listener))
    }

    mutating func remove(_ listener: any AudioEventListener) {
        entries.removeAll { $0.listener == nil || $0.listener === listener }
    }

    func post(_ sequence: AudioEventSequence, from source: any AudioEventSource) {
        if isEmpty, !sequence.items.isEmpty {
            ConversationTurn.current?.remark(
                "\(type(of: source)) has posted sounds that nobody plays: connect it with addAudioSource(_:forTrack:), "
                    + "or add it to a topic")
        }
        for entry in entries { entry.listener?.eventSource(source, didPost: sequence) }
    }
}
