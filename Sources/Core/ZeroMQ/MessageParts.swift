import CSaybusLinux
import CSaybusZeroMQ
import Glibc

/// A buffer for the frames of one message in libzmq's own memory, for forwarding without a copy. One thread
/// owns the buffer, and reuses it for each message.
public struct MessageParts: ~Copyable {
    private let parts: UnsafeMutablePointer<zmq_msg_t>
    private let capacity: Int
    /// The number of frames in the buffer.
    public private(set) var count = 0
    /// The number of frames of the message that were discarded because there was no room for them.
    public private(set) var discarded = 0

    /// Creates a buffer.
    /// - Parameter capacity: The most frames that are kept.
    public init(capacity: Int = 8) {
        self.capacity = max(1, capacity)
        parts = .allocate(capacity: self.capacity)
        for index in 0..<self.capacity { zmq_msg_init(parts + index) }
    }

    deinit {
        for index in 0..<capacity { zmq_msg_close(parts + index) }
        parts.deallocate()
    }

    /// The number of bytes of all frames.
    public var size: Int { (0..<count).reduce(0) { $0 + zmq_msg_size(parts + $1) } }

    /// Calls a closure with the bytes of a frame, which are valid during the call only.
    public func withFrame<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        precondition(index < count, "frame \(index) of \(count)")
        return body(UnsafeRawBufferPointer(start: zmq_msg_data(parts + index), count: zmq_msg_size(parts + index)))
    }

    /// Returns whether a frame contains a text.
    public func frame(_ index: Int, contains text: StaticString) -> Bool {
        withFrame(index) { saybus_contains($0.baseAddress, $0.count, text.utf8Start, text.utf8CodeUnitCount) }
    }

    /// The frames, copied.
    public var frames: [[UInt8]] { (0..<count).map { withFrame($0) { Array($0) } } }

    /// Returns a property of the message that the transport knows, such as the sender's `User-Id` (RFC 27); nil
    /// when it knows none.
    public func property(_ name: String) -> String? {
        guard count > 0, let text = zmq_msg_gets(parts, name) else { return nil }
        return String(cString: text)
    }

    /// The descriptor of the connection on which the message came; nil for messages that libzmq makes itself.
    public var descriptor: Int32? {
        guard count > 0, let text = zmq_msg_gets(parts, "__fd") else { return nil }
        return Int32(exactly: strtol(text, nil, 10))
    }

    @usableFromInline
    mutating func receive(from handle: UnsafeMutableRawPointer) throws(ZeroMQError) -> Bool {
        count = 0
        discarded = 0
        while true {
            // Frames beyond the capacity are received into the last place, where the next one replaces them.
            let place = parts + min(count, capacity - 1)
            let isSpare = count == capacity
            if isSpare { discarded += 1 }
            while zmq_msg_recv(place, handle, ZMQ_DONTWAIT) < 0 {
                if zmq_errno() == EINTR { continue }
                if zmq_errno() == EAGAIN, count == 0 { return false }
                throw .last("receive")
            }
            if !isSpare { count += 1 }
            if zmq_msg_more(place) == 0 { return true }
        }
    }

    @usableFromInline
    mutating func send(
        to handle: UnsafeMutableRawPointer, appending last: [UInt8], counting queued: QueuedMessages
    ) throws(ZeroMQError) {
        let size = size
        if queued.copiesFrames { for index in 0..<count { copy(index) } }
        for index in 0..<count { try Transfer.send(parts + index, more: true, to: handle) }
        count = 0
        try queued.sendLast(last, others: size, to: handle)
    }

    /// Gives a short frame memory of its own, in place of a part of the buffer into which it was received.
    private func copy(_ index: Int) {
        let (frame, size) = (parts + index, zmq_msg_size(parts + index))
        var copy = zmq_msg_t()
        guard size <= QueuedMessages.bufferSize, zmq_msg_init_size(&copy, size) == 0 else { return }
        memcpy(zmq_msg_data(&copy), zmq_msg_data(frame), size)
        zmq_msg_move(frame, &copy)
        zmq_msg_close(&copy)
    }
}

extension Socket where Role: ReceivingRole {
    /// Receives a message without copying it.
    /// - Returns: False when no message waits.
    @inlinable
    public mutating func receive(_ parts: inout MessageParts) throws(ZeroMQError) -> Bool {
        let isReceived = try parts.receive(from: operating())
        isSettled = !isReceived
        return isReceived
    }
}

extension Socket where Role == XPublisherRole {
    /// Forwards a message without copying it, with one more frame at its end. The parts are empty afterwards.
    /// The message counts as queued until libzmq has released it.
    @inlinable
    public mutating func forward(
        _ parts: inout MessageParts, appending last: [UInt8], counting queued: QueuedMessages
    ) throws(ZeroMQError) {
        try parts.send(to: operating(), appending: last, counting: queued)
    }
}
