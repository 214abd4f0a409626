import Foundation
import SaybusMessages

/// `saybus-bench fuzz`: feeds the decoder random and tampered input. A crash ends the program; all other
/// results are counted.
public struct FuzzCampaign: Sendable {
    /// The result of a campaign.
    public struct Result: Sendable {
        /// The number of inputs that were valid messages nevertheless.
        public var accepted = 0
        /// The number of inputs that were rejected.
        public var refused = 0
        /// Descriptions of the decoder's errors, such as a header that is read differently once it is written.
        public var violations: [String] = []
        /// The growth of this process's memory in MiB.
        public var growth = 0.0
        /// Inputs per second.
        public var rate = 0.0

        /// The figures with their goals.
        public var figures: [Figure] {
            [
                Figure("inputs", Double(accepted + refused), "inputs"),
                Figure("inputs that were messages nonetheless", Double(accepted), "inputs"),
                Figure("rate", rate, "inputs/s"), Figure("memory's growth", growth, "MiB", goal: .atMost(64)),
                Figure("violations", Double(violations.count), "", goal: .atMost(0)),
            ]
        }
    }

    private let seed: UInt64

    /// - Parameter seed: The seed for the inputs.
    public init(seed: UInt64) { self.seed = seed }

    /// Decodes `count` inputs.
    public func run(_ count: Int) -> Result {
        var inputs = FuzzInputs(seed: seed)
        var result = Result()
        // A warm-up, so that one-time allocations do not count as growth.
        for _ in 0..<1000 { Self.check(inputs.next(), &result) }
        let before = Self.memory()
        let start = ContinuousClock.now
        for _ in 0..<max(0, count - 1000) { Self.check(inputs.next(), &result) }
        result.rate = Double(max(0, count - 1000)) / max(1e-9, microseconds(.now - start) / 1e6)
        result.growth = (Self.memory() - before) / 1_048_576
        return result
    }

    private static func check(_ frames: [[UInt8]], _ result: inout Result) {
        for frame in frames.prefix(6) {
            let text = String(decoding: frame, as: UTF8.self)
            if let topic = Topic(text), topic.bytes != frame {
                addViolation("a topic is read as another", frames, &result)
            }
            if let header = try? Header(parsing: frame) { checkRoundTrip(header, frames, &result) }
            if let stamp = try? Stamp(parsing: frame), (try? Stamp(parsing: stamp.encoded())) != stamp {
                addViolation("a stamp that is written is read as another", frames, &result)
            }
            _ = (
                Session(rawValue: text), Kind(rawValue: text), Source(text), MessageID(text),
                try? JSONValue(parsing: frame)
            )
        }
        do {
            let message = try RawMessage(frames: frames)
            checkRoundTrip(message.header, frames, &result)
            _ = try MessageCatalog.decode(message)
            result.accepted += 1
        } catch {
            result.refused += 1
            if error.reason.isEmpty { addViolation("a refusal without words", frames, &result) }
            if error.reason.utf8.count > 4096 { addViolation("a refusal of too many words", frames, &result) }
        }
    }

    private static func checkRoundTrip(_ header: Header, _ frames: [[UInt8]], _ result: inout Result) {
        guard (try? Header(parsing: header.encoded())) != header else { return }
        addViolation("a header that is written is read as another", frames, &result)
    }

    private static func addViolation(_ description: String, _ frames: [[UInt8]], _ result: inout Result) {
        guard result.violations.count < 1000 else { return }
        let text = frames.map { String(decoding: $0.prefix(400), as: UTF8.self).debugDescription }
        result.violations.append("\(description): \(text.joined(separator: " | "))")
    }

    /// Returns the resident memory in bytes.
    private static func memory() -> Double {
        let fields = ((try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? "").split(separator: " ")
        return (fields.count > 1 ? Double(fields[1]) ?? 0 : 0) * Double(sysconf(Int32(_SC_PAGESIZE)))
    }
}
