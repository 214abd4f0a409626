import Synchronization

/// A queue of messages that the broker of a test sends to its subscribers without a check. It holds malformed messages
/// that the broker would refuse from a publisher.
final class UncheckedFrames: Sendable {
    private let messages = Mutex<[[[UInt8]]]>([])

    /// Appends the frames of one message.
    func append(_ frames: [[UInt8]]) { messages.withLock { $0.append(frames) } }

    /// Removes and returns all messages, the oldest first.
    func takeAll() -> [[[UInt8]]] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}
