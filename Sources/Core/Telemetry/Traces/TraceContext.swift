import Instrumentation

/// The place of a span: the trace to which it belongs, and its own number.
public struct TraceContext: Sendable, Hashable {
    /// The trace's id, 128 bits.
    public struct TraceID: Sendable, Hashable {
        let high: UInt64
        let low: UInt64

        /// Creates an id; both halves of 0 are not valid.
        public init(high: UInt64, low: UInt64) { (self.high, self.low) = (high, low) }

        /// Creates a random id.
        init() { self.init(high: .random(in: 1...UInt64.max), low: .random(in: 0...UInt64.max)) }

        /// Thirty-two hexadecimal digits.
        var text: String { hexadecimal(high) + hexadecimal(low) }
    }

    /// The trace.
    public let trace: TraceID
    /// The span's number, not 0.
    public let span: UInt64

    /// Creates a place.
    public init(trace: TraceID, span: UInt64) { (self.trace, self.span) = (trace, max(1, span)) }

    /// The span's number as sixteen hexadecimal digits.
    var spanText: String { hexadecimal(span) }
}

/// The key of the current span in a context.
private enum TraceContextKey: InstrumentationContextKey {
    typealias Value = TraceContext
    static var nameOverride: String? { "saybus-trace" }
}

extension InstrumentationContext {
    /// The span in which the task works; nil when it is in none.
    public var trace: TraceContext? {
        get { self[TraceContextKey.self] }
        set { self[TraceContextKey.self] = newValue }
    }
}

/// Returns sixteen hexadecimal digits.
func hexadecimal(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
}
