/// A number of bytes with an optional unit: `500000`, `64k`, `200M`, `2G`, by powers of 1024.
public struct ByteCount: Sendable, Equatable {
    /// The number of bytes, 1 to 2^62.
    public let bytes: Int64

    /// Parses the text; nil if it is invalid, not positive, or more than 2^62.
    public init?(_ text: String) {
        let shifts: [Character: Int64] = ["k": 10, "K": 10, "M": 20, "G": 30, "T": 40]
        let shift = text.last.flatMap { shifts[$0] }
        guard let number = Int64(shift == nil ? text : String(text.dropLast())), number > 0 else { return nil }
        let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << (shift ?? 0))
        guard !overflow, bytes <= 1 << 62 else { return nil }
        self.bytes = bytes
    }
}
