import SaybusMessages
import SaybusSupport

/// A format of a message's raw frames: text as text, other bytes as in `hexdump -C`. Pure.
struct FrameFormat: Sendable {
    /// Bytes shown of a binary frame, unless the whole frame is requested.
    private static let excerptBytes = 64
    private static let names = ["topic", "header", "body", "stamp"]

    private let isWhole: Bool

    /// - Parameter isWhole: Whether long binary frames are shown completely.
    init(isWhole: Bool) { self.isWhole = isWhole }

    /// Returns one line for the message, and one or more lines for each frame.
    func lines(_ frames: [[UInt8]], wall: Int64, problem: MessageError?) -> [[Span]] {
        let size = frames.reduce(0) { $0 + $1.count }
        var head: [Span] = [
            .dim(LocalTime.text(wall)),
            .plain("\(Quantity.count(frames.count, "frame")), \(Quantity.count(size, "byte"))"),
        ]
        if let problem { head.append(.bad("malformed: \(problem.code.rawValue): \(problem.reason)")) }
        return [head] + frames.enumerated().flatMap { number, frame in lines(frame, number) }
    }

    private func lines(_ frame: [UInt8], _ number: Int) -> [[Span]] {
        let name = number < Self.names.count ? Self.names[number] : "frame \(number)"
        let label = Span.dim("  " + name.padded(to: 6))
        let size = Span.dim(String(repeating: " ", count: max(0, 7 - "\(frame.count)".count)) + "\(frame.count)")
        if let text = Self.text(frame) { return [[label, size, number == 0 ? .strong(text) : .plain(text)]] }
        let shown = isWhole ? frame[...] : frame.prefix(Self.excerptBytes)
        var lines = [[label, size]]
        for start in stride(from: 0, to: shown.count, by: 16) {
            lines.append([.plain(Self.dump(shown[start..<min(start + 16, shown.count)], at: start))])
        }
        if shown.count < frame.count {
            lines.append([.dim("    … \(frame.count - shown.count) more bytes; --audio shows all")])
        }
        return lines
    }

    /// Returns the frame as text, or nil unless it is UTF-8 without control characters except line ends and
    /// tabs.
    private static func text(_ frame: [UInt8]) -> String? {
        guard !frame.contains(where: { $0 < 0x20 && ![9, 10, 13].contains($0) }) else { return nil }
        return String(validating: frame, as: UTF8.self)
    }

    /// Returns a dump line: `00000010  7b 22 76 22 …  |{"v"…|`.
    static func dump(_ bytes: ArraySlice<UInt8>, at offset: Int) -> String {
        func hex(_ number: Int, _ digits: Int) -> String {
            let text = String(number, radix: 16)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        var columns = bytes.map { hex(Int($0), 2) }
        columns += Array(repeating: "  ", count: max(0, 16 - bytes.count))
        let ascii = String(
            String.UnicodeScalarView(bytes.map { (0x20..<0x7F).contains($0) ? Unicode.Scalar($0) : "." }))
        return "    \(hex(offset, 8))  \(columns[..<8].joined(separator: " "))  "
            + "\(columns[8...].joined(separator: " "))  |\(ascii)|"
    }
}
