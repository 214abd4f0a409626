import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

/// A server over HTTP at whose `/metrics` Prometheus reads a registry.
public final class MetricsServer: Sendable {
    /// The most connections at once.
    static let maximumConnections = 16
    /// The time that a connection may take, from its beginning to the last byte of the answer.
    public static let requestTime = Duration.seconds(5)

    /// The port at which the server listens.
    public let port: Int
    /// The URL of the metrics.
    public let url: String
    private let channel: any Channel

    private init(_ channel: any Channel, at address: ListeningAddress) {
        port = channel.localAddress?.port ?? address.port
        url = "http://\(ListeningAddress(host: address.host, port: port))/metrics"
        self.channel = channel
    }

    /// Begins to listen.
    /// - Parameters:
    ///   - address: The address; port 0 takes a free one.
    ///   - registry: The metrics.
    ///   - limit: The time that a connection may take.
    /// - Throws: ``TelemetryError`` when the address cannot be used.
    public static func start(
        at address: ListeningAddress, _ registry: MetricRegistry, limit: Duration = requestTime
    ) async throws(TelemetryError) -> MetricsServer {
        let connections = ConnectionCount(most: maximumConnections)
        do {
            let channel = try await ServerBootstrap(group: TelemetryLoop.group)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .pausingWithoutDescriptors()
                .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture { try configure(channel, registry, connections, limit) }
                }
                .bind(host: address.host, port: address.port).get()
            return MetricsServer(channel, at: address)
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw TelemetryError(
                .addressInUse,
                "the metrics cannot be served at \(address), which is in use: stop the program that has it, or choose another --metrics"
            )
        } catch let error as IOError {
            throw TelemetryError(
                .unusableAddress,
                "the metrics cannot be served at \(address): \(String(cString: strerror(error.errnoCode))); choose another --metrics"
            )
        } catch {
            throw TelemetryError(
                .unusableAddress, "the metrics cannot be served at \(address): \(error); choose another --metrics")
        }
    }

    /// Ends the server.
    public func close() async { try? await channel.close() }

    private static func configure(
        _ channel: any Channel, _ registry: MetricRegistry, _ connections: ConnectionCount,
        _ limit: Duration
    ) throws {
        guard connections.begin() else { throw ChannelError.ioOnClosedChannel }
        // Ends requests that do not come to their end, and answers that are not read.
        let timeout = channel.eventLoop.scheduleTask(in: TimeAmount(limit)) { channel.close(promise: nil) }
        channel.closeFuture.whenComplete { _ in
            timeout.cancel()
            connections.end()
        }
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = 8_192
        limits.maxHeaderListSize = 32_768
        limits.maxHeaderFieldCount = 64
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withPipeliningAssistance: true, withEncoderConfiguration: .init(), withDecoderLimitConfiguration: limits)
        try channel.pipeline.syncOperations.addHandler(ScrapeHandler(registry))
    }
}
