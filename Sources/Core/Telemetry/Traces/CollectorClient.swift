import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// A client that sends spans to a collector: one connection for each request, with a deadline.
struct CollectorClient: Sendable {
    /// The time for a connection to be made.
    private static let connectTime = TimeAmount.seconds(2)
    /// The time for the answer.
    private static let answerTime = TimeAmount.seconds(5)

    let address: CollectorAddress

    /// Sends a body.
    /// - Returns: The status of the answer.
    /// - Throws: An error of NIO when there is no answer.
    func post(_ body: Data) async throws -> Int {
        let loop = TelemetryLoop.group.next()
        let answer = loop.makePromise(of: Int.self)
        let channel: any Channel
        do {
            channel = try await ClientBootstrap(group: loop)
                .connectTimeout(Self.connectTime)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHTTPClientHandlers()
                        try channel.pipeline.syncOperations.addHandler(StatusHandler(answer))
                    }
                }
                .connect(host: address.address.host, port: address.address.port).get()
        } catch {
            answer.fail(error)
            throw error
        }
        let timeout = loop.scheduleTask(in: Self.answerTime) { channel.close(promise: nil) }
        var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: address.path)
        head.headers = [
            "Host": "\(address.address)", "Content-Type": "application/json", "Content-Length": "\(body.count)",
            "User-Agent": "saybus", "Connection": "close",
        ]
        channel.write(HTTPClientRequestPart.head(head), promise: nil)
        channel.write(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(bytes: body))), promise: nil)
        channel.writeAndFlush(HTTPClientRequestPart.end(nil), promise: nil)
        defer {
            timeout.cancel()
            channel.close(promise: nil)
        }
        return try await answer.futureResult.get()
    }
}

/// A channel handler that takes the status of an answer.
private final class StatusHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let answer: EventLoopPromise<Int>

    init(_ answer: EventLoopPromise<Int>) { self.answer = answer }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = Self.unwrapInboundIn(data) { answer.succeed(Int(head.status.code)) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        answer.fail(error)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        answer.fail(ChannelError.eof)
        context.fireChannelInactive()
    }
}
