import Synchronization
import Tracing

/// A span that has not ended.
public final class OpenSpan: Tracing.Span {
    /// The context for work within the span.
    public let context: InstrumentationContext
    /// The span so far; nil after its end.
    private let state: Mutex<FinishedSpan?>
    private let queue: SpanQueue

    init(_ span: FinishedSpan, _ context: InstrumentationContext, _ queue: SpanQueue) {
        state = Mutex(span)
        (self.context, self.queue) = (context, queue)
    }

    /// The name of the work; empty after the end.
    public var operationName: String {
        get { state.withLock { $0?.name } ?? "" }
        set { state.withLock { $0?.name = newValue } }
    }

    /// The details; none after the end.
    public var attributes: SpanAttributes {
        get { state.withLock { $0?.attributes } ?? [:] }
        set { state.withLock { $0?.attributes = newValue } }
    }

    /// Whether the span has not ended.
    public var isRecording: Bool { state.withLock { $0 != nil } }

    /// Sets the outcome.
    public func setStatus(_ status: SpanStatus) { state.withLock { $0?.status = status } }

    /// Adds a moment.
    public func addEvent(_ event: SpanEvent) {
        state.withLock { span in
            if (span?.events.count ?? 0) < OpenTelemetryTracer.maximumDetails { span?.events.append(event) }
        }
    }

    /// Adds an error as a moment.
    public func recordError<Instant: TracerInstant>(
        _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
    ) {
        var attributes = attributes
        attributes["exception.type"] = "\(type(of: error))"
        attributes["exception.message"] = "\(error)"
        addEvent(SpanEvent(name: "exception", at: instant(), attributes: attributes))
    }

    /// Adds another span that led to this one.
    public func addLink(_ link: SpanLink) {
        guard let trace = link.context.trace else { return }
        state.withLock { span in
            if (span?.links.count ?? 0) < OpenTelemetryTracer.maximumDetails { span?.links.append(trace) }
        }
    }

    /// Ends the span, which is exported soon.
    public func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {
        guard var span = state.withLock({ $0.take() }) else { return }
        span.end = max(span.start, instant().nanosecondsSinceEpoch)
        queue.add(span)
    }
}
