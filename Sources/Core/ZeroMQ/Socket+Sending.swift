import CSaybusZeroMQ
import Glibc

// These functions are inlinable, because unspecialized generic code would look up type metadata for every
// message.

extension Socket where Role: SendingRole {
    /// Sends the frames of one message, all or none.
    /// - Parameters:
    ///   - frames: The frames.
    ///   - wait: Whether to block while the queue is full.
    /// - Returns: False when the queue is full. A publisher never returns false: it drops the message.
    @discardableResult @inlinable
    public mutating func send(_ frames: [[UInt8]], wait: Bool = false) throws(ZeroMQError) -> Bool {
        try Transfer.send(frames, to: operating(), wait: wait)
    }
}

extension Socket where Role: ReceivingRole {
    /// The most frames that ``receive(wait:maximumFrames:)`` keeps by default.
    @inlinable
    public static var defaultMaximumFrames: Int { 8 }

    /// Receives one message.
    /// - Parameters:
    ///   - wait: Whether to block until there is a message.
    ///   - maximumFrames: The most frames that are kept; the others are discarded, so that a peer cannot fill
    ///     the memory with one message.
    /// - Returns: The message's frames; nil when no message waits.
    @inlinable
    public mutating func receive(
        wait: Bool = false, maximumFrames: Int = defaultMaximumFrames
    ) throws(ZeroMQError) -> [[UInt8]]? {
        let frames = try Transfer.receive(from: operating(), wait: wait, maximumFrames: maximumFrames)
        isSettled = frames == nil
        return frames
    }
}

extension Socket where Role == SubscriberRole {
    /// Subscribes to the messages whose first frame begins with certain bytes.
    public mutating func subscribe(_ prefix: [UInt8]) throws(ZeroMQError) {
        try set(.subscribe(prefix))
    }

    /// Ends one subscription to a prefix.
    public mutating func unsubscribe(_ prefix: [UInt8]) throws(ZeroMQError) {
        try set(.unsubscribe(prefix))
    }
}

/// The libzmq calls that send and receive messages, independent of the socket's role.
@usableFromInline
enum Transfer {
    @usableFromInline
    static func send(
        _ frames: [[UInt8]], to handle: UnsafeMutableRawPointer, wait: Bool
    ) throws(ZeroMQError) -> Bool {
        for (index, frame) in frames.enumerated() {
            let more = index + 1 < frames.count
            // Once libzmq has accepted the first frame, it accepts the others of the same message.
            let flags = (more ? ZMQ_SNDMORE : 0) | (wait ? 0 : ZMQ_DONTWAIT)
            let sent = frame.withUnsafeBytes { send(handle, $0, flags) }
            if sent < 0 {
                if index == 0, zmq_errno() == EAGAIN { return false }
                throw .last("send")
            }
        }
        return true
    }

    /// Sends a frame that is not the last one of its message, without waiting.
    static func send(more frame: [UInt8], to handle: UnsafeMutableRawPointer) throws(ZeroMQError) {
        if frame.withUnsafeBytes({ send(handle, $0, ZMQ_SNDMORE | ZMQ_DONTWAIT) }) < 0 { throw .last("send") }
    }

    /// Sends a frame that libzmq holds already, without waiting.
    static func send(
        _ frame: UnsafeMutablePointer<zmq_msg_t>, more: Bool, to handle: UnsafeMutableRawPointer
    ) throws(ZeroMQError) {
        while zmq_msg_send(frame, handle, ZMQ_DONTWAIT | (more ? ZMQ_SNDMORE : 0)) < 0 {
            guard zmq_errno() == EINTR else { throw .last("send") }
        }
    }

    /// The release of memory that libzmq no longer needs, on any thread: of the bytes of a frame, and of its owner.
    typealias Release = @convention(c) (_ bytes: UnsafeMutableRawPointer?, _ owner: UnsafeMutableRawPointer?) -> Void

    /// Sends the last frame of a message without copying its bytes, and without waiting.
    /// - Parameter release: Called when the last queue has released the frame, also when it cannot be sent.
    static func send(
        last bytes: UnsafeMutableRawPointer, count: Int, owner: UnsafeMutableRawPointer?, release: Release,
        to handle: UnsafeMutableRawPointer
    ) throws(ZeroMQError) {
        var frame = zmq_msg_t()
        guard zmq_msg_init_data(&frame, bytes, count, release, owner) == 0 else {
            let error = ZeroMQError.last("send")
            release(bytes, owner)
            throw error
        }
        do {
            try send(&frame, more: false, to: handle)
        } catch {
            zmq_msg_close(&frame)
            throw error
        }
    }

    private static func send(_ handle: UnsafeMutableRawPointer, _ bytes: UnsafeRawBufferPointer, _ flags: Int32)
        -> Int32
    {
        while true {
            let sent = zmq_send(handle, bytes.baseAddress, bytes.count, flags)
            if sent >= 0 || zmq_errno() != EINTR { return sent }
        }
    }

    @usableFromInline
    static func receive(
        from handle: UnsafeMutableRawPointer, wait: Bool, maximumFrames: Int
    ) throws(ZeroMQError) -> [[UInt8]]? {
        var frames: [[UInt8]] = []
        frames.reserveCapacity(4)
        var message = zmq_msg_t()
        zmq_msg_init(&message)
        defer { zmq_msg_close(&message) }
        while true {
            if zmq_msg_recv(&message, handle, wait ? 0 : ZMQ_DONTWAIT) < 0 {
                switch zmq_errno() {
                case EINTR: continue
                case EAGAIN where frames.isEmpty: return nil
                default: throw .last("receive")
                }
            }
            if frames.count < maximumFrames {
                frames.append(
                    Array(UnsafeRawBufferPointer(start: zmq_msg_data(&message), count: zmq_msg_size(&message))))
            }
            if zmq_msg_more(&message) == 0 { return frames }
        }
    }
}
