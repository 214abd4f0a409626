import Foundation
import Logging
import Metrics
import SaybusBus
import SaybusMessages
import SaybusTelemetry
import Synchronization
import Tracing

/// The metrics and traces of this program.
public final class Telemetry: Sendable {
    /// The time that the export of the last spans may take when the program ends.
    private static let flushTime = Duration.milliseconds(400)
    /// The metrics of this program and of its libraries, which swift-metrics permits to be set once.
    private static let registry = MetricRegistry()
    private static let running = Mutex<Telemetry?>(nil)

    /// The metrics and traces of this program; nil when there are none.
    public static var current: Telemetry? { running.withLock { $0 } }

    /// The port at which metrics are served; nil when they are not.
    public var metricsPort: Int? { server?.port }

    /// The metrics that are served; nil when none are.
    private let metrics: MetricRegistry?
    private let server: MetricsServer?
    private let spans: SpanQueue?
    private let exporter: SpanExporter?
    private let export: Task<Void, Never>?
    /// The backend of swift-metrics that records turns; nil when nobody wants them.
    private let factory: (any MetricsFactory)?

    private init(
        metrics: MetricRegistry?, server: MetricsServer?, spans: SpanQueue?, exporter: SpanExporter?,
        factory: (any MetricsFactory)?
    ) {
        (self.metrics, self.server, self.spans, self.exporter) = (metrics, server, spans, exporter)
        self.factory = factory
        export = exporter.map { exporter in Task { await exporter.run() } }
    }

    /// Begins to serve metrics and to export traces, as options and environment say.
    /// - Parameters:
    ///   - options: The addresses of metrics and traces.
    ///   - role: The program's role, which is the end of the service's name in traces.
    ///   - instance: The program's name among those of its role.
    ///   - logger: The log for problems with traces, and for the address at which metrics are served.
    ///   - environment: The environment, whose `OTEL_…` variables count.
    /// - Throws: `StageFailure` with code `unavailable` when the metrics' address cannot be used.
    public static func start(
        _ options: TelemetryOptions, role: Role, instance: String, logger: Logger,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) async throws -> Telemetry {
        let served = options.metrics
        let factory = recorder(isServed: served != nil)
        var server: MetricsServer?
        if let address = served {
            for metric in TurnMetrics.all { registry.describe(metric.name, metric.help, bounds: metric.bounds) }
            do throws(TelemetryError) { server = try await MetricsServer.start(at: address, registry) } catch {
                throw StageFailure(.unavailable, error.reason)
            }
            logger.notice("metrics are served", metadata: ["url": "\(server?.url ?? "")"])
        }
        let settings = TraceSettings(options.traces, environment)
        if let remark = settings.remark { logger.warning("\(remark)") }
        var (spans, exporter): (SpanQueue?, SpanExporter?)
        if let collector = settings.collector {
            let queue = SpanQueue()
            exporter = SpanExporter(
                queue, to: collector, as: settings.resource(role: role, instance: instance),
                version: ProjectVersion.current,
                report: { logger.warning("\($0); spans are dropped") })
            spans = queue
            if InstrumentationSystem.instrument is NoOpInstrument {
                InstrumentationSystem.bootstrap(OpenTelemetryTracer(queue))
            }
        }
        let telemetry = Telemetry(
            metrics: server == nil ? nil : registry, server: server, spans: spans, exporter: exporter, factory: factory)
        telemetry.metrics?.addCollector(ProcessMetrics.families)
        if let spans { telemetry.metrics?.addCollector { SpanMetrics.families(spans) } }
        running.withLock { $0 = telemetry }
        return telemetry
    }

    /// Returns the backend for the metrics of turns: this program's registry, which libraries then use, too, and the
    /// backend that the program's author has chosen; nil when there is neither.
    private static func recorder(isServed: Bool) -> (any MetricsFactory)? {
        let chosen = MetricsSystem.factory
        if chosen is MetricRegistry { return registry }
        let isChosen = !(chosen is NOOPMetricsHandler)
        guard isServed else { return isChosen ? chosen : nil }
        if isChosen { return MultiplexMetricsHandler(factories: [registry, chosen]) }
        MetricsSystem.bootstrap(registry)
        return registry
    }

    /// The reason why traces are not exported, as a sentence; nil when they are, or need not be.
    var problem: String? { spans?.problem }

    /// Returns an observer of the messages that a stage publishes; nil when neither metrics nor traces are wanted.
    func observer(role: Role) -> PublicationObserver? {
        let metrics = factory.map { TurnMetrics(role: role, factory: $0) }
        let traces = spans.map { TurnTraces(queue: $0) }
        guard metrics != nil || traces != nil else { return nil }
        return PublicationObserver(of: TurnMetrics.kinds) { body, header, answering in
            metrics?.record(body, header, answering: answering)
            traces?.record(body, header, answering: answering)
        }
    }

    /// Records an engine's work in relation to the sound's duration.
    func recordRealTimeFactor(_ factor: Double, of engine: String) {
        guard let backend = self.factory else { return }
        let metric = TurnMetrics.realTimeFactor.name
        Recorder(label: metric, dimensions: [("engine", engine)], aggregate: true, factory: backend).record(factor)
    }

    /// Adds a collector, whose metrics are read at each scrape.
    public func addCollector(_ collect: @escaping @Sendable () -> [MetricFamily]) {
        metrics?.addCollector(collect)
    }

    /// Exports the last spans, for a moment, and ends the server.
    public func stop() async {
        export?.cancel()
        if let exporter {
            let (done, finish) = AsyncStream.makeStream(of: Void.self)
            Task {
                await exporter.exportAll()
                finish.finish()
            }
            let limit = Task {
                try? await Task.sleep(for: Self.flushTime)
                finish.finish()
            }
            for await _ in done {}
            limit.cancel()
        }
        await server?.close()
        Self.running.withLock { $0 = nil }
    }
}
