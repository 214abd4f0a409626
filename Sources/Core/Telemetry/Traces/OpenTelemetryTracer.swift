import Tracing

/// A tracer of swift-distributed-tracing, whose spans go to a collector of OpenTelemetry.
public struct OpenTelemetryTracer: Tracer {
    /// The most attributes, events and links of a span.
    static let maximumDetails = 64

    private let queue: SpanQueue

    /// Creates a tracer.
    /// - Parameter queue: The queue that takes each span at its end.
    public init(_ queue: SpanQueue) { self.queue = queue }

    /// Begins a span within that of a context, or a new trace.
    public func startSpan<Instant: TracerInstant>(
        _ operationName: String, context: @autoclosure () -> InstrumentationContext, ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
    ) -> OpenSpan {
        var context = context()
        let parent = context.trace
        let own = TraceContext(trace: parent?.trace ?? .init(), span: .random(in: 1...UInt64.max))
        context.trace = own
        let start = instant().nanosecondsSinceEpoch
        var span = FinishedSpan(operationName, own, in: parent?.span, start: start, end: start)
        span.kind = kind
        return OpenSpan(span, context, queue)
    }

    /// Does nothing: spans are exported within two seconds, and when the program ends.
    public func forceFlush() {}

    /// Writes `traceparent`.
    public func inject<Carrier, Inject: Injector>(
        _ context: InstrumentationContext, into carrier: inout Carrier, using injector: Inject
    ) where Inject.Carrier == Carrier {
        guard let trace = context.trace else { return }
        injector.inject(TraceParent.text(trace), forKey: TraceParent.name, into: &carrier)
    }

    /// Reads `traceparent`.
    public func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier, into context: inout InstrumentationContext, using extractor: Extract
    ) where Extract.Carrier == Carrier {
        guard let text = extractor.extract(key: TraceParent.name, from: carrier) else { return }
        if let trace = TraceParent.context(text) { context.trace = trace }
    }
}
