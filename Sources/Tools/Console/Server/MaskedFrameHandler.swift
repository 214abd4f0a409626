import NIOCore
import NIOWebSocket

/// A channel handler that closes a page's connection, with code 1002, at a frame that is not masked (RFC 6455, 5.1).
final class MaskedFrameHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketFrame
    typealias OutboundOut = WebSocketFrame

    private var isClosing = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        guard Self.unwrapInboundIn(data).maskKey == nil else { return context.fireChannelRead(data) }
        isClosing = true
        var reason = ByteBuffer()
        reason.write(webSocketErrorCode: .protocolError)
        reason.writeString("frames of a page must be masked")
        let channel = context.channel
        context.writeAndFlush(
            Self.wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: reason))
        ).whenComplete { _ in channel.close(promise: nil) }
    }
}
