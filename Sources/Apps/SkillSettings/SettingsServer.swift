import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP server on the loopback interface for a ``SettingsService``.
public final class SettingsServer: Sendable {
    /// The most connections at a time. Further ones are closed at once.
    public static let maximumConnections = 64
    /// The longest time that a connection may be silent.
    public static let silence = TimeAmount.seconds(10)

    /// The address, such as `http://127.0.0.1:40125`.
    public let address: String
    private let channel: any Channel

    /// Starts a server at a free port.
    /// - Throws: An error of the operating system.
    public init(_ service: SettingsService) async throws {
        let count = ConnectionNumber()
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 16)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(IdleStateHandler(allTimeout: Self.silence))
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline()
                    try channel.pipeline.syncOperations.addHandler(SettingsHandler(service, count))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        address = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)"
    }

    /// Stops the server.
    public func close() async { try? await channel.close() }
}

/// The number of open connections.
private final class ConnectionNumber: Sendable {
    private let value = Mutex(0)

    /// Counts a connection. Returns false when there are too many.
    func open() -> Bool {
        value.withLock { count in
            count += 1
            return count <= SettingsServer.maximumConnections
        }
    }

    func close() { value.withLock { $0 -= 1 } }
}

/// A handler of the requests of one connection.
private final class SettingsHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let service: SettingsService
    private let count: ConnectionNumber
    private var head: HTTPRequestHead?

    init(_ service: SettingsService, _ count: ConnectionNumber) { (self.service, self.count) = (service, count) }

    func channelActive(context: ChannelHandlerContext) { if !count.open() { context.close(promise: nil) } }

    func channelInactive(context: ChannelHandlerContext) {
        count.close()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body: break
        case .end: answer(context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func answer(_ context: ChannelHandlerContext) {
        guard let head else { return context.close(promise: nil) }
        self.head = nil
        let path = String(head.uri.prefix { $0 != "?" })
        let answer = service.answer(
            head.method.rawValue, path, authorization: head.headers.first(name: "authorization"))
        let body = ByteBuffer(string: answer.body)
        let headers: HTTPHeaders = [
            "content-type": "application/json", "content-length": "\(body.readableBytes)", "connection": "close",
        ]
        let response = HTTPResponseHead(
            version: head.version, status: HTTPResponseStatus(statusCode: answer.status), headers: headers)
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }
}

extension String {
    /// The text without the escapes of a URL's path.
    var removingEscapes: String { removingPercentEncoding ?? self }
}
