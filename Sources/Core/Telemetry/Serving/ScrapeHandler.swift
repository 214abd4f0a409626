import NIOCore
import NIOHTTP1

/// A channel handler that answers one request with the metrics, and closes the connection.
final class ScrapeHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let registry: MetricRegistry
    private var request: HTTPRequestHead?
    private var isAnswered = false

    init(_ registry: MetricRegistry) { self.registry = registry }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch Self.unwrapInboundIn(data) {
        case .head(let head): request = head
        // A scrape has no body; one that comes is dropped.
        case .body: break
        case .end:
            guard let request, !isAnswered else { return }
            isAnswered = true
            answer(request, context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func answer(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
        let path = request.uri.prefix { $0 != "?" }
        let (status, type, text): (HTTPResponseStatus, String, String) =
            if path != "/metrics" {
                (.notFound, "text/plain; charset=utf-8", "The metrics are at /metrics.\n")
            } else if request.method != .GET, request.method != .HEAD {
                (.methodNotAllowed, "text/plain; charset=utf-8", "The metrics are read with GET.\n")
            } else {
                (.ok, PrometheusText.type, PrometheusText.text(registry.families()))
            }
        var fields: HTTPHeaders = [
            "Content-Type": type, "Content-Length": "\(text.utf8.count)", "Connection": "close",
            "X-Content-Type-Options": "nosniff",
        ]
        if status == .methodNotAllowed { fields.add(name: "Allow", value: "GET, HEAD") }
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: fields)
        context.write(Self.wrapOutboundOut(.head(head)), promise: nil)
        if request.method != .HEAD {
            context.write(Self.wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        }
        let channel = context.channel
        context.writeAndFlush(Self.wrapOutboundOut(.end(nil))).whenComplete { _ in channel.close(promise: nil) }
    }
}
