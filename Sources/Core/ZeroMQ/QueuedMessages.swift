import CSaybusZeroMQ
import Glibc
import Synchronization

/// The messages that a socket has accepted and that libzmq still holds, in number and bytes.
///
/// libzmq limits its queues by the number of messages only, and tells nothing about their length. It does tell
/// when the last queue has released a frame: so the last frame of each message is one that, when it is
/// released, subtracts the whole message here. A message that waits for several subscribers counts once, since
/// they share its memory.
public final class QueuedMessages: Sendable {
    /// The bytes counted for each message besides its frames: libzmq's records of the frames, and what the
    /// allocator adds.
    public static let overhead = 512
    /// From this many bytes on, the frames of short messages are copied before they are sent. Until then they
    /// stay in the buffer of 8 KiB into which libzmq received them together with others, and which a single
    /// one of them keeps in memory.
    static let copyingThreshold = 4 << 20
    /// The longest frame that libzmq receives into such a buffer.
    static let bufferSize = 8192

    /// The messages in the upper 24 bits, their bytes in the lower 40: one addition for each message sent, and one for
    /// each released, since the threads that send and release wait for each other at every change.
    private let total = Atomic<UInt64>(0)
    private static let byteBits = 40

    /// Creates an empty account.
    public init() {}

    /// The number of messages that wait.
    public var count: Int { Int(total.load(ordering: .relaxed) >> Self.byteBits) }
    /// The bytes of the messages that wait.
    public var bytes: Int { Int(total.load(ordering: .relaxed) & (1 << Self.byteBits - 1)) }

    var copiesFrames: Bool { bytes > Self.copyingThreshold }

    private static func amount(_ bytes: Int) -> UInt64 { 1 << byteBits + UInt64(bytes) }

    /// Counts a message. The account stays in memory while one waits.
    private func add(_ bytes: Int) {
        let before = total.wrappingAdd(Self.amount(bytes), ordering: .acquiringAndReleasing).oldValue
        if before == 0 { _ = Unmanaged.passRetained(self) }
    }

    private static func remove(_ bytes: Int, from account: Unmanaged<QueuedMessages>) {
        let after = account._withUnsafeGuaranteedRef {
            $0.total.wrappingSubtract(amount(bytes), ordering: .acquiringAndReleasing).newValue
        }
        if after == 0 { account.release() }
    }

    /// The beginning of a tracked frame's memory; the frame's bytes follow.
    private struct Record {
        let account: Unmanaged<QueuedMessages>
        let size: Int
    }

    /// Sends the last frame of a message, and counts the message until libzmq releases that frame.
    /// - Parameter others: The bytes of the message's other frames.
    func sendLast(_ frame: [UInt8], others: Int, to handle: UnsafeMutableRawPointer) throws(ZeroMQError) {
        let header = MemoryLayout<Record>.stride
        guard let memory = malloc(header + frame.count) else { throw ZeroMQError(number: ENOMEM, operation: "send") }
        let size = others + frame.count + Self.overhead
        memory.initializeMemory(
            as: Record.self, to: Record(account: Unmanaged.passUnretained(self), size: size))
        frame.withUnsafeBytes { bytes in
            if let base = bytes.baseAddress { memcpy(memory + header, base, bytes.count) }
        }
        add(size)
        let release: Transfer.Release = { _, memory in
            guard let memory else { return }
            let record = memory.load(as: Record.self)
            QueuedMessages.remove(record.size, from: record.account)
            free(memory)
        }
        try Transfer.send(last: memory + header, count: frame.count, owner: memory, release: release, to: handle)
    }
}

/// A message of one frame that shows how far libzmq has come with a subscriber's queue: when ``isPassed`` is
/// true, everything that was sent to the subscriber before has left the queue.
public final class QueueMarker: Sendable {
    private let flag = Atomic(false)

    /// Creates a marker that is not sent yet.
    public init() {}

    /// Whether libzmq has released the message: it has left the subscriber's queue, or there is no such
    /// subscriber.
    public var isPassed: Bool { flag.load(ordering: .acquiring) }

    func send(_ topic: [UInt8], to handle: UnsafeMutableRawPointer) throws(ZeroMQError) {
        guard let memory = malloc(max(1, topic.count)) else { throw ZeroMQError(number: ENOMEM, operation: "send") }
        memcpy(memory, topic, topic.count)
        let release: Transfer.Release = { memory, marker in
            free(memory)
            guard let marker else { return }
            let owner = Unmanaged<QueueMarker>.fromOpaque(marker)
            owner.takeUnretainedValue().flag.store(true, ordering: .releasing)
            owner.release()
        }
        let owner = Unmanaged.passRetained(self).toOpaque()
        try Transfer.send(last: memory, count: topic.count, owner: owner, release: release, to: handle)
    }
}

extension Socket where Role == XPublisherRole {
    /// Sends the frames of one message, which counts as queued until libzmq has released it.
    public mutating func send(_ frames: [[UInt8]], counting queued: QueuedMessages) throws(ZeroMQError) {
        guard let last = frames.last else { return }
        let handle = operating()
        for frame in frames.dropLast() { try Transfer.send(more: frame, to: handle) }
        try queued.sendLast(last, others: frames.dropLast().reduce(0) { $0 + $1.count }, to: handle)
    }

    /// Sends a marker to the subscribers of a topic.
    public mutating func send(_ marker: QueueMarker, on topic: [UInt8]) throws(ZeroMQError) {
        try marker.send(topic, to: operating())
    }
}
