import Glibc
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import SaybusMessages
import SaybusStage
import SaybusTelemetry

/// The console's HTTP server: it answers with the files of the page, and opens a WebSocket for each page.
///
/// Everything that a client can make it hold is bounded: connections, request heads, frames, and the time until a
/// request is complete. A request's body is never read.
struct ConsoleServer: Sendable {
    /// The most open connections; further ones are closed at once.
    static let maximumConnections = 256
    /// The most bytes of a message from a page, such as the text of an app that is edited. The page knows the limit,
    /// too.
    static let maximumMessageBytes = 1 << 20
    /// The time that a client has to send a request and to take the answer.
    static let requestTime = TimeAmount.seconds(15)

    typealias RequestChannel = NIOAsyncChannel<HTTPServerRequestPart, HTTPPart<HTTPResponseHead, ByteBuffer>>
    typealias PageChannel = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    private enum Connection: Sendable {
        case page(PageChannel, target: String)
        /// A WebSocket that is closed with this reason. It is opened only to tell the reason, and carries nothing else.
        case refused(PageChannel, reason: String)
        case request(RequestChannel)
    }

    let policy: AccessPolicy
    /// The files of the certificate; nil serves without encryption.
    let certificate: CertificateFiles?
    let logger: Logger
    /// Called when a connection cannot be accepted, since no descriptor is left.
    let onExhaustion: @Sendable () -> Void
    /// Serves a page until it is closed; the second parameter is the target of its request.
    let serve: @Sendable (PageChannel, String) async throws -> Void
    let refusals = RefusedRequests()

    /// Serves until the task is cancelled.
    /// - Parameter isListening: Called with the port when the server listens.
    /// - Throws: `StageFailure` with code `unavailable` when the address cannot be used.
    func run(_ isListening: @escaping @Sendable (Int) async throws -> Void) async throws {
        let connections = ConnectionCount(most: Self.maximumConnections)
        let server: NIOAsyncChannel<EventLoopFuture<Connection>, Never>
        do {
            server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .pausingWithoutDescriptors(onExhaustion)
                .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
                .bind(host: policy.address.host, port: policy.address.port) { [policy, certificate] channel in
                    let connection = channel.eventLoop.makeCompletedFuture {
                        try Self.configure(channel, policy, certificate?.current, connections)
                    }
                    // The bootstrap leaves a channel open whose initializer has failed.
                    connection.whenFailure { _ in channel.close(promise: nil) }
                    return connection
                }
        } catch {
            let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
            throw StageFailure(
                .unavailable, "the console cannot listen at \(policy.address): \(reason); choose another --http")
        }
        try await server.executeThenClose { accepted in
            try await isListening(server.channel.localAddress?.port ?? policy.address.port)
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in accepted { group.addTask { await attend(to: connection) } }
            }
        }
    }

    private static func configure(
        _ channel: any Channel, _ policy: AccessPolicy, _ certificate: ServerCertificate?,
        _ connections: ConnectionCount
    ) throws -> EventLoopFuture<Connection> {
        guard connections.begin() else { throw ChannelError.ioOnClosedChannel }
        // Ends requests that do not come to their end; a page's connection has pings for that.
        let timeout = channel.eventLoop.scheduleTask(in: requestTime) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in
            timeout.cancel()
            connections.end()
        }
        if let certificate { try channel.pipeline.syncOperations.addHandler(EncryptionHandler(certificate)) }
        let upgrader = NIOTypedWebSocketServerUpgrader<Connection>(
            maxFrameSize: maximumMessageBytes,
            shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(HTTPHeaders()) },
            upgradePipelineHandler: { channel, head in
                timeout.cancel()
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(MaskedFrameHandler())
                    try channel.pipeline.syncOperations.addHandler(
                        NIOWebSocketFrameAggregator(
                            minNonFinalFragmentSize: 1, maxAccumulatedFrameCount: 64,
                            maxAccumulatedFrameSize: maximumMessageBytes))
                    let page = try PageChannel(wrappingChannelSynchronously: channel)
                    let request = AccessPolicy.Request(head, isUpgrade: true)
                    switch policy.listening(at: channel.localAddress?.port).judge(request) {
                    case .accepted where request.path == "/bus": return .page(page, target: head.uri)
                    case .refused(_, let reason): return .refused(page, reason: reason)
                    case .accepted, .login: return .refused(page, reason: "The console's WebSocket is /bus.")
                    }
                }
            })
        let upgrade = NIOTypedHTTPServerUpgradeConfiguration<Connection>(
            upgraders: [upgrader],
            notUpgradingCompletionHandler: { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ResponsePartHandler())
                    return .request(try RequestChannel(wrappingChannelSynchronously: channel))
                }
            })
        var configuration = NIOUpgradableHTTPServerPipelineConfiguration(upgradeConfiguration: upgrade)
        configuration.decoderConfiguration.maxHeaderFieldSize = 8_192
        configuration.decoderConfiguration.maxHeaderListSize = 32_768
        configuration.decoderConfiguration.maxHeaderFieldCount = 64
        return try channel.pipeline.syncOperations.configureUpgradableHTTPServerPipeline(configuration: configuration)
    }

    /// Attends to a connection until its end. Its errors concern no other one.
    private func attend(to connection: EventLoopFuture<Connection>) async {
        do {
            switch try await connection.get() {
            case .page(let channel, let target): try await serve(channel, target)
            case .refused(let channel, let reason):
                if let count = refusals.loggedCount(of: "page") {
                    logger.notice("refused a page", metadata: ["reason": "\(reason)", "count": "\(count)"])
                }
                try await channel.executeThenClose { _, frames in
                    var data = ByteBuffer(integer: UInt16(1008))
                    data.writeString(reason.shortened(to: 120))
                    try await frames.write(WebSocketFrame(fin: true, opcode: .connectionClose, data: data))
                }
            case .request(let channel): try await answer(channel)
            }
        } catch {
            logger.debug("a connection has ended", metadata: ["error": "\(error)"])
        }
    }

    private func answer(_ channel: RequestChannel) async throws {
        try await channel.executeThenClose { requests, answers in
            for try await part in requests {
                guard case .head(let head) = part else { continue }
                // One request a connection: browsers open several.
                let port = channel.channel.localAddress?.port
                return try await answers.write(contentsOf: response(to: head, at: port))
            }
        }
    }

    private func response(
        to head: HTTPRequestHead, at port: Int?
    ) -> [HTTPPart<HTTPResponseHead, ByteBuffer>] {
        let request = AccessPolicy.Request(head)
        switch policy.listening(at: port).judge(request) {
        case .refused(let status, let sentence):
            if let count = refusals.loggedCount(of: "\(status)") {
                logger.notice(
                    "refused a request",
                    metadata: ["status": "\(status)", "reason": "\(sentence)", "count": "\(count)"])
            }
            return Self.response(status, text: sentence)
        case .login(let cookie): return Self.response(303, headers: [("Location", "/"), ("Set-Cookie", cookie)])
        case .accepted:
            guard let file = ConsoleFiles.all[request.path] else {
                return Self.response(404, text: "There is no \(request.path) here.")
            }
            return Self.response(
                200, type: file.type, body: ByteBuffer(bytes: file.bytes), withBody: head.method == .GET)
        }
    }

    private static func response(_ status: Int, text: String) -> [HTTPPart<HTTPResponseHead, ByteBuffer>] {
        response(status, type: "text/plain; charset=utf-8", body: ByteBuffer(string: text + "\n"))
    }

    private static func response(
        _ status: Int, headers: [(String, String)] = [], type: String? = nil, body: ByteBuffer = ByteBuffer(),
        withBody: Bool = true
    ) -> [HTTPPart<HTTPResponseHead, ByteBuffer>] {
        var fields = HTTPHeaders(ConsoleFiles.headers + headers)
        if let type { fields.add(name: "Content-Type", value: type) }
        if status == 405 { fields.add(name: "Allow", value: "GET, HEAD") }
        fields.add(name: "Content-Length", value: "\(body.readableBytes)")
        fields.add(name: "Connection", value: "close")
        let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: status), headers: fields)
        return withBody ? [.head(head), .body(body), .end(nil)] : [.head(head), .end(nil)]
    }
}

extension AccessPolicy.Request {
    /// Takes the parts of a request's head.
    init(_ head: HTTPRequestHead, isUpgrade: Bool? = nil) {
        self.init(
            method: head.method.rawValue, target: head.uri, host: head.headers.first(name: "Host"),
            hasSeveralHosts: head.headers["Host"].count > 1,
            origin: head.headers.first(name: "Origin"), cookie: head.headers.first(name: "Cookie"),
            isUpgrade: isUpgrade ?? head.headers.contains(name: "Upgrade"))
    }
}
