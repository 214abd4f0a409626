import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// An HTTP server on the loopback interface for a ``SettingsService``.
public final class SettingsServer: Sendable {
    /// The most connections at a time. Further ones are closed at once.
    static let maximumConnections = 64
    /// The longest time that a connection may be silent.
    static let silence = TimeAmount.seconds(10)

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

    private let service: SettingsService
    private let count: ConnectionNumber
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(_ service: SettingsService, _ count: ConnectionNumber) { (self.service, self.count) = (service, count) }

    func channelActive(context: ChannelHandlerContext) { if !count.open() { context.close(promise: nil) } }

    func channelInactive(context: ChannelHandlerContext) {
        count.close()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): (self.head, body) = (head, [])
        case .body(let part):
            // One byte more than allowed tells that there are too many.
            body += part.readableBytesView.prefix(SettingsService.maximumBody + 1 - body.count)
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
        let authorization = head.headers.first(name: "authorization")
        let (service, body, channel) = (service, body, context.channel)
        channel.eventLoop.makeFutureWithTask {
            await service.answer(head.method.rawValue, path, authorization: authorization, body: body)
        }
        .whenSuccess { Self.send($0, to: head, on: channel) }
    }

    private static func send(_ answer: SettingsService.Answer, to request: HTTPRequestHead, on channel: any Channel) {
        var headers: HTTPHeaders = ["connection": "close"]
        // An answer with the status 204 has no content.
        if answer.status != 204 {
            headers.add(name: "content-type", value: "application/json")
            headers.add(name: "content-length", value: "\(answer.body.utf8.count)")
        }
        let response = HTTPResponseHead(
            version: request.version, status: HTTPResponseStatus(statusCode: answer.status), headers: headers)
        channel.write(HTTPServerResponsePart.head(response), promise: nil)
        if !answer.body.isEmpty {
            channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: answer.body))), promise: nil)
        }
        channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in channel.close(promise: nil) }
    }
}

extension String {
    /// The text without the escapes of a URL's path.
    var removingEscapes: String { removingPercentEncoding ?? self }
}
