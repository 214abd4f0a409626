import Tracing

/// A span that has ended, as it is exported.
public struct FinishedSpan: Sendable {
    /// The place of the span.
    public var context: TraceContext
    /// The number of the span within which it is; nil for the outermost one of a trace.
    public var parent: UInt64?
    /// The name of the work.
    public var name: String
    /// The sort of work.
    var kind = SpanKind.internal
    /// The beginning, in nanoseconds of Unix time.
    public var start: UInt64
    /// The end, in nanoseconds of Unix time.
    public var end: UInt64
    /// The details.
    public var attributes = SpanAttributes([:])
    /// Moments within the span.
    var events: [SpanEvent] = []
    /// Further spans that led to this one.
    var links: [TraceContext] = []
    /// The outcome; nil when nothing is said about it.
    public var status: SpanStatus?

    /// Creates a span.
    public init(_ name: String, _ context: TraceContext, in parent: UInt64?, start: UInt64, end: UInt64) {
        (self.name, self.context, self.parent, self.start, self.end) = (name, context, parent, start, end)
    }
}
