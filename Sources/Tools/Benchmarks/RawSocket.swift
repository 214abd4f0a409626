import CSaybusZeroMQ
import SaybusZeroMQ

/// A libzmq socket used as in a C program: the reference for the benchmark. Apart from the SaybusZeroMQ
/// module, only this file calls libzmq.
struct RawSocket: ~Copyable {
    private let handle: UnsafeMutableRawPointer
    // Kept alive so that the context is terminated after the socket.
    private let context: RawContext

    init(_ context: RawContext, _ type: Int32) {
        self.context = context
        handle = zmq_socket(context.handle, type)
        var linger: Int32 = 0
        zmq_setsockopt(handle, ZMQ_LINGER, &linger, 4)
        var mark: Int32 = 20_000
        zmq_setsockopt(handle, ZMQ_SNDHWM, &mark, 4)
        zmq_setsockopt(handle, ZMQ_RCVHWM, &mark, 4)
    }

    deinit { zmq_close(handle) }

    /// Configures the client side of CURVE.
    func secure(_ keys: CurveKeyPair, serverKey: String) {
        zmq_setsockopt(handle, ZMQ_CURVE_SERVERKEY, serverKey, 41)
        zmq_setsockopt(handle, ZMQ_CURVE_PUBLICKEY, keys.publicKey, 41)
        zmq_setsockopt(handle, ZMQ_CURVE_SECRETKEY, keys.secretKey, 41)
    }

    /// Configures the server side of CURVE, which accepts every client.
    func secure(secretKey: String) {
        var one: Int32 = 1
        zmq_setsockopt(handle, ZMQ_CURVE_SERVER, &one, 4)
        zmq_setsockopt(handle, ZMQ_CURVE_SECRETKEY, secretKey, 41)
    }

    func connect(_ endpoint: String) -> Bool { zmq_connect(handle, endpoint) == 0 }
    func bind(_ endpoint: String) -> Bool { zmq_bind(handle, endpoint) == 0 }
    func subscribe(_ prefix: [UInt8]) { zmq_setsockopt(handle, ZMQ_SUBSCRIBE, prefix, prefix.count) }

    func send(_ frames: [[UInt8]]) {
        for (index, frame) in frames.enumerated() {
            zmq_send(handle, frame, frame.count, index + 1 < frames.count ? ZMQ_SNDMORE : 0)
        }
    }

    /// Receives and discards one message.
    /// - Returns: The number of its frames; 0 on timeout.
    func receive(milliseconds: Int32 = -1) -> Int {
        var timeout = milliseconds
        zmq_setsockopt(handle, ZMQ_RCVTIMEO, &timeout, 4)
        var count = 0
        var message = zmq_msg_t()
        zmq_msg_init(&message)
        defer { zmq_msg_close(&message) }
        repeat {
            guard zmq_msg_recv(&message, handle, 0) >= 0 else { return 0 }
            count += 1
        } while zmq_msg_more(&message) != 0
        return count
    }

    /// Receives and discards one message.
    /// - Returns: The number of its frames; 0 for a probe, whose body is empty; -1 on timeout.
    func receiveDetectingProbe(milliseconds: Int32) -> Int {
        var timeout = milliseconds
        zmq_setsockopt(handle, ZMQ_RCVTIMEO, &timeout, 4)
        var count = 0
        var isProbe = false
        var message = zmq_msg_t()
        zmq_msg_init(&message)
        defer { zmq_msg_close(&message) }
        repeat {
            guard zmq_msg_recv(&message, handle, 0) >= 0 else { return -1 }
            count += 1
            if count == 3 { isProbe = zmq_msg_size(&message) == 0 }
        } while zmq_msg_more(&message) != 0
        return isProbe ? 0 : count
    }

    /// Runs libzmq's own proxy until the context is terminated.
    static func proxy(_ context: RawContext, _ front: borrowing RawSocket, _ back: borrowing RawSocket) {
        zmq_proxy(front.handle, back.handle, nil)
    }
}

/// A libzmq context, which is terminated on deinitialization, after its sockets.
final class RawContext {
    let handle: UnsafeMutableRawPointer
    init() { handle = zmq_ctx_new() }
    deinit { zmq_ctx_term(handle) }
}

/// The types of libzmq's sockets.
enum RawType {
    static let publisher = ZMQ_PUB
    static let subscriber = ZMQ_SUB
    static let xPublisher = ZMQ_XPUB
    static let xSubscriber = ZMQ_XSUB
}

/// Runs libzmq's proxy between two endpoints forever. The raw figures use it in a process of its own, like
/// the broker.
/// - Parameters:
///   - publish: The endpoint to which publishers connect.
///   - subscribe: The endpoint to which subscribers connect.
///   - secretKey: The server's key; enables CURVE.
public func runRawProxy(publish: String, subscribe: String, secretKey: String? = nil) -> Bool {
    let context = RawContext()
    let front = RawSocket(context, RawType.xSubscriber)
    let back = RawSocket(context, RawType.xPublisher)
    if let secretKey {
        front.secure(secretKey: secretKey)
        back.secure(secretKey: secretKey)
    }
    guard front.bind(publish), back.bind(subscribe) else { return false }
    RawSocket.proxy(context, front, back)
    return true
}
