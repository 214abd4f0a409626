import Glibc
import Logging
import NIOCore
import NIOPosix
import SaybusBus
import SaybusStage
import SaybusSupport
import SaybusTelemetry

/// The server of ESPHome's native API, to which Home Assistant connects.
///
/// All that a client can make it hold is bounded: connections, frames, messages that wait, and the time until a client
/// has introduced itself.
struct ESPHomeServer: Sendable {
    typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    /// The time in which a client must introduce itself.
    private static let greetingTime = Duration.seconds(5)
    /// The interval of looking after a connection.
    private static let interval = Duration.seconds(15)
    /// The silence after which a client is pinged, and the one after which it counts as lost.
    private static let (silence, maximumSilence) = (Duration.seconds(45), Duration.seconds(90))

    let host: String
    let port: Int
    let key: EncryptionKey?
    let device: DeviceDescription
    let logger: Logger
    /// Called when a connection cannot be accepted, since no descriptor is left.
    let onExhaustion: @Sendable () -> Void

    /// Serves until the task is cancelled.
    /// - Parameter isListening: Called with the port when the server listens.
    /// - Throws: `StageFailure` with code `unavailable` when the address cannot be used.
    func run(_ gateway: ESPHomeGateway, _ isListening: @escaping @Sendable (Int) async throws -> Void) async throws {
        let server: NIOAsyncChannel<Connection, Never>
        do {
            server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .pausingWithoutDescriptors(onExhaustion)
                .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
                .bind(host: host, port: port) { channel in
                    channel.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: channel) }
                }
        } catch {
            let reason = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? error.plainReason
            throw StageFailure(
                .unavailable, "cannot listen at \(host):\(port): \(reason); choose another --host or --port")
        }
        let places = Watched(ClientPlaces())
        try await server.executeThenClose { connections in
            try await isListening(server.channel.localAddress?.port ?? port)
            try await withThrowingDiscardingTaskGroup { group in
                for try await connection in connections {
                    let channel = connection.channel
                    let address = channel.remoteAddress
                    let peer = ESPHomePeer(name: address?.description ?? "a client", host: address?.ipAddress) {
                        channel.close(promise: nil)
                    }
                    if let oldest = places.change({ $0.connect(peer) }) {
                        oldest.cutOff()
                        await gateway.refused("\(oldest.name) has not introduced itself, and others wait")
                    }
                    group.addTask {
                        await serve(connection, peer, gateway, places)
                        places.change { $0.leave(peer) }
                    }
                }
            }
        }
    }

    /// Serves a client to its end. Its errors concern no other one.
    private func serve(
        _ connection: Connection, _ peer: ESPHomePeer, _ gateway: ESPHomeGateway, _ places: Watched<ClientPlaces>
    ) async {
        do {
            try await connection.executeThenClose { inbound, outbound in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await write(to: outbound, for: peer) }
                    group.addTask {
                        // A client that has closed its side still gets the bytes that wait for it.
                        defer { peer.close() }
                        try await read(inbound, from: peer, gateway, places)
                    }
                    group.addTask { try await monitor(peer) }
                    // The writer ends when the connection is to end.
                    try await group.next()
                    try await group.next()
                    group.cancelAll()
                }
            }
        } catch let error as ESPHomeError {
            await gateway.refused("\(peer.name): \(error)")
        } catch {
            logger.debug("a connection has ended", metadata: ["peer": "\(peer.name)", "error": "\(error)"])
        }
        if peer.isTooSlow { await gateway.refused("\(peer.name) does not read what is sent to it") }
        await gateway.closed(peer)
    }

    private func read(
        _ inbound: NIOAsyncChannelInboundStream<ByteBuffer>, from peer: ESPHomePeer, _ gateway: ESPHomeGateway,
        _ places: Watched<ClientPlaces>
    ) async throws {
        var reader = FrameReader(key: key, device: device)
        for try await buffer in inbound {
            peer.heard()
            do throws(ESPHomeError) {
                for output in try reader.receive(Array(buffer.readableBytesView)) {
                    guard try await take(output, from: peer, gateway, places) else { return }
                }
            } catch {
                if !error.farewell.isEmpty { peer.send(.bytes(error.farewell)) }
                await gateway.refused("\(peer.name): \(error)")
                return
            }
        }
    }

    /// Carries out what a frame of a client demands.
    /// - Returns: Whether the connection goes on.
    private func take(
        _ output: FrameReader.Output, from peer: ESPHomePeer, _ gateway: ESPHomeGateway,
        _ places: Watched<ClientPlaces>
    ) async throws(ESPHomeError) -> Bool {
        switch output {
        case .send(let bytes): peer.send(.bytes(bytes))
        case .secured(let cipher): peer.send(.secured(cipher))
        case .message(let type, let payload):
            let message = try ClientMessage(type: type, payload)
            if case .hello = message, !places.change({ $0.greet(peer) }) {
                await gateway.refused("\(ClientPlaces.capacity) clients are connected already")
                return false
            }
            return await gateway.receive(message, from: peer)
        }
        return true
    }

    private func write(to outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>, for peer: ESPHomePeer) async throws {
        var cipher: NoiseCipher?
        for await item in peer.outgoing {
            switch item {
            case .bytes(let bytes): try await outbound.write(ByteBuffer(bytes: bytes))
            case .secured(let new): cipher = new
            case .message(let message):
                let (type, payload) = message.encoded
                var frame = FrameReader.plainFrame(type: type, payload: payload)
                if var secret = cipher {
                    frame = FrameReader.frame(type: type, payload: payload, &secret)
                    cipher = secret
                }
                try await outbound.write(ByteBuffer(bytes: frame))
            }
        }
        outbound.finish()
    }

    /// Asks a silent client whether it is there.
    /// - Throws: ``ESPHomeError`` with code `silent` when it does not introduce itself in time, or nothing comes from
    ///   it.
    private func monitor(_ peer: ESPHomePeer) async throws {
        try await Task.sleep(for: Self.greetingTime)
        guard peer.isGreeted else {
            throw ESPHomeError(.silent, "the client has not introduced itself within \(Self.greetingTime.inWords)")
        }
        while true {
            try await Task.sleep(for: Self.interval)
            guard peer.silence < Self.maximumSilence else {
                throw ESPHomeError(.silent, "nothing has come from the client for \(peer.silence.inWords)")
            }
            if peer.silence > Self.silence { peer.send(.message(.ping)) }
        }
    }
}
