import NIOCore
import NIOHTTP1

/// A channel handler that lets a channel take response bodies as byte buffers, which can be sent from any task.
final class ResponsePartHandler: ChannelOutboundHandler {
    typealias OutboundIn = HTTPPart<HTTPResponseHead, ByteBuffer>
    typealias OutboundOut = HTTPServerResponsePart

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let part: HTTPServerResponsePart =
            switch Self.unwrapOutboundIn(data) {
            case .head(let head): .head(head)
            case .body(let buffer): .body(.byteBuffer(buffer))
            case .end(let trailers): .end(trailers)
            }
        context.write(Self.wrapOutboundOut(part), promise: promise)
    }
}
