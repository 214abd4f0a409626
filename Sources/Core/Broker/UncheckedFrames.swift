import Synchronization

/// Frames that a test wants passed on as they are.
final class UncheckedFrames: Sendable {
    private let messages = Mutex<[[[UInt8]]]>([])

    func add(_ frames: [[UInt8]]) { messages.withLock { $0.append(frames) } }

    func takeAll() -> [[[UInt8]]] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
