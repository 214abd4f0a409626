/// The header `traceparent` of W3C's Trace Context, by which programs of others continue a trace.
enum TraceParent {
    static let name = "traceparent"

    static func text(_ context: TraceContext) -> String { "00-\(context.trace.text)-\(context.spanText)-01" }

    /// Reads a header; nil when it is not valid.
    static func context(_ text: String) -> TraceContext? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0].utf8.count == 2, parts[0] != "ff", parts[1].utf8.count == 32,
            parts[2].utf8.count == 16, let high = number(parts[1].prefix(16)), let low = number(parts[1].suffix(16)),
            let span = number(parts[2]), high != 0 || low != 0, span != 0
        else { return nil }
        return TraceContext(trace: .init(high: high, low: low), span: span)
    }

    private static func number(_ digits: Substring) -> UInt64? {
        digits.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) } ? UInt64(digits, radix: 16) : nil
    }
}
