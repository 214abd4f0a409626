import Glibc
import NIOCore
import NIOPosix

/// A channel handler by which a server accepts nobody for a moment when the process has no descriptor left.
///
/// The socket is ready again at once, and would keep a core busy. NIO's `AcceptBackoffHandler` does not help: it delays
/// the next read, and here the one that has failed is still under way.
final class AcceptPauseHandler: ChannelDuplexHandler {
    typealias InboundIn = any Channel
    typealias OutboundIn = any Channel

    /// The errors of `accept` that mean that the process has no room for a connection now.
    private static let exhaustion: Set<CInt> = [EMFILE, ENFILE, ENOBUFS, ENOMEM]
    /// The time for which nobody is accepted then.
    private static let pause = TimeAmount.milliseconds(500)

    private let onExhaustion: @Sendable () -> Void
    /// Whether nobody was accepted since the last such error.
    private var isExhausted = false
    private var isPaused = false

    /// Creates a handler.
    /// - Parameter onExhaustion: A closure that is called when a connection cannot be accepted, and not again until one
    ///   was.
    init(_ onExhaustion: @escaping @Sendable () -> Void) { self.onExhaustion = onExhaustion }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isExhausted = false
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) { if !isPaused { context.read() } }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? IOError, Self.exhaustion.contains(error.errnoCode) else {
            return context.fireErrorCaught(error)
        }
        if !isExhausted { onExhaustion() }
        isExhausted = true
        guard !isPaused else { return }
        isPaused = true
        let channel = context.channel
        try? channel.syncOptions?.setOption(.autoRead, value: false)
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.pause) { [self] in
            isPaused = false
            // A channel that was closed meanwhile has no options.
            try? channel.syncOptions?.setOption(.autoRead, value: true)
        }
    }
}

extension ServerBootstrap {
    /// Lets the server accept nobody for a moment when the process has no descriptor left, in place of another
    /// initializer of its channel.
    /// - Parameter onExhaustion: A closure that is called when a connection cannot be accepted, and not again until one
    ///   was.
    package func pausingWithoutDescriptors(_ onExhaustion: @escaping @Sendable () -> Void = {}) -> Self {
        serverChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try channel.pipeline.syncOperations.addHandler(AcceptPauseHandler(onExhaustion))
            }
        }
    }
}
