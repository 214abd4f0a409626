import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import SaybusMessages
import SaybusSupport

/// A page without a browser: a WebSocket to the console, with everything that has arrived on it.
final class PageClient: Sendable {
    typealias Channel = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    /// The messages that have arrived so far.
    struct Arrived: Sendable {
        var texts: [JSONValue] = []
        var sounds: [(header: JSONValue, samples: Int)] = []
        var closeCode: UInt16?
        var isOver = false

        /// The console's own messages with a name.
        func reports(_ name: String) -> [JSONValue] { texts.compactMap { $0["console"]?[name] } }

        /// The bus' messages of a kind.
        func messages(_ kind: Kind) -> [JSONValue] {
            texts.filter { $0["header"]?["kind"] == .string(kind.rawValue) }
        }
    }

    let arrived = Watched(Arrived())
    private let outgoing: AsyncStream<WebSocketFrame>.Continuation
    private let task: Task<Void, Never>

    /// Opens a page, whether or not the console lets it in.
    /// - Parameter reads: Whether it takes what it is sent.
    /// - Returns: nil when the server does not open a WebSocket.
    static func open(
        _ port: Int, page: String = "0123456789abcdef", headers: [(String, String)] = [], reads: Bool = true
    ) async throws -> PageClient? {
        let upgrade = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let upgrader = NIOTypedWebSocketClientUpgrader<Channel?>(
                        maxFrameSize: 1 << 22,
                        upgradePipelineHandler: { channel, _ in
                            channel.eventLoop.makeCompletedFuture {
                                try Channel(wrappingChannelSynchronously: channel)
                            }
                        })
                    let head = HTTPRequestHead(
                        version: .http1_1, method: .GET, uri: "/bus?page=\(page)",
                        headers: HTTPHeaders([("Host", "127.0.0.1:\(port)"), ("Content-Length", "0")] + headers))
                    var configuration = NIOUpgradableHTTPClientPipelineConfiguration<Channel?>(
                        upgradeConfiguration: NIOTypedHTTPClientUpgradeConfiguration(
                            upgradeRequestHead: head, upgraders: [upgrader],
                            notUpgradingCompletionHandler: { channel in
                                channel.close(promise: nil)
                                return channel.eventLoop.makeSucceededFuture(nil)
                            }))
                    // Frames that arrive together with the answer are frames, too.
                    configuration.leftOverBytesStrategy = .forwardBytes
                    return try channel.pipeline.syncOperations.configureUpgradableHTTPClientPipeline(
                        configuration: configuration)
                }
            }
        return try await upgrade.get().map { PageClient($0, reads: reads) }
    }

    private init(_ channel: Channel, reads: Bool) {
        let (frames, outgoing) = AsyncStream.makeStream(of: WebSocketFrame.self)
        self.outgoing = outgoing
        task = Task { [arrived] in
            try? await channel.executeThenClose { inbound, outbound in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { for await frame in frames { try await outbound.write(frame) } }
                    if reads { group.addTask { for try await frame in inbound { Self.take(frame, arrived) } } }
                    try await group.next()
                    group.cancelAll()
                }
            }
            arrived.change { $0.isOver = true }
        }
    }

    deinit { task.cancel() }

    private static func take(_ frame: WebSocketFrame, _ arrived: Watched<Arrived>) {
        var data = frame.unmaskedData
        switch frame.opcode {
        case .text:
            let value = try? JSONValue(parsing: Array(buffer: data))
            arrived.change { $0.texts.append(value ?? .string(String(buffer: data))) }
        case .binary:
            guard let length = data.readInteger(endianness: .little, as: UInt32.self),
                let header = data.readBytes(length: Int(length)), let value = try? JSONValue(parsing: header)
            else { return }
            arrived.change { $0.sounds.append((value, data.readableBytes / 2)) }
        case .connectionClose:
            let code = data.readInteger(as: UInt16.self)
            arrived.change { $0.closeCode = code ?? 1005 }
        default: break
        }
    }

    /// Sends a text frame.
    func send(_ text: String) { send(.text, Array(text.utf8)) }

    /// Publishes a message.
    /// - Parameter heard: The time in the newest report on the bus.
    func publish(_ kind: Kind, _ session: Session, _ body: JSONValue, heard: Int? = nil) {
        let publish: JSONValue = ["kind": .string(kind.rawValue), "session": .string(session.rawValue), "body": body]
        var members: [String: JSONValue] = ["publish": publish, "number": 1]
        if let heard { members["heard"] = .integer(Int64(heard)) }
        send(JSONValue.object(members).text())
    }

    /// Sends a chunk of the microphone.
    func speak(_ samples: [Int16], at position: Int) {
        let header = Array(#"{"kind":"audio.input","sample":\#(position)}"#.utf8)
        let length = (0..<4).map { UInt8(truncatingIfNeeded: header.count >> (8 * $0)) }
        send(.binary, length + header + PCM.bytes(samples))
    }

    /// Sends a frame of any size.
    func send(_ opcode: WebSocketOpcode, _ bytes: [UInt8], mask: WebSocketMaskingKey? = .random()) {
        outgoing.yield(WebSocketFrame(fin: true, opcode: opcode, maskKey: mask, data: ByteBuffer(bytes: bytes)))
    }
}
