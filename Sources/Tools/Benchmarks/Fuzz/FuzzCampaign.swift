import Foundation
import SaybusMessages

/// `saybus-bench fuzz`: what the decoder makes of garbage. A crash ends the program; everything else is counted.
public struct FuzzCampaign: Sendable {
    /// What came of a campaign.
    public struct Result: Sendable {
        /// How many inputs were messages nonetheless, with a body that their kind allows.
        public var accepted = 0
        /// How many were refused.
        public var refused = 0
        /// What must not be, in sentences.
        public var violations: [String] = []
        /// By how much the program's memory grew, in MiB.
        public var growth = 0.0
        /// Inputs a second.
        public var rate = 0.0

        /// Beside their goals.
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

    /// - Parameter seed: Decides the inputs.
    public init(seed: UInt64) { self.seed = seed }

    /// Decodes so many inputs.
    public func run(_ count: Int) -> Result {
        var inputs = FuzzInputs(seed: seed)
        var result = Result()
        // What is made once belongs to no input.
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
            if let topic = Topic(text), topic.bytes != frame { violate("a topic is read as another", frames, &result) }
            if let header = try? Header(parsing: frame) { checkAgain(header, frames, &result) }
            if let stamp = try? Stamp(parsing: frame), (try? Stamp(parsing: stamp.encoded())) != stamp {
                violate("a stamp that is written is read as another", frames, &result)
            }
            _ = (
                Session(rawValue: text), Kind(rawValue: text), Source(text), MessageID(text),
                try? JSONValue(parsing: frame)
            )
        }
        do {
            let message = try RawMessage(frames: frames)
            checkAgain(message.header, frames, &result)
            _ = try MessageCatalog.decode(message)
            result.accepted += 1
        } catch {
            result.refused += 1
            if error.reason.isEmpty { violate("a refusal without words", frames, &result) }
            if error.reason.utf8.count > 4096 { violate("a refusal of too many words", frames, &result) }
        }
    }

    private static func checkAgain(_ header: Header, _ frames: [[UInt8]], _ result: inout Result) {
        guard (try? Header(parsing: header.encoded())) != header else { return }
        violate("a header that is written is read as another", frames, &result)
    }

    private static func violate(_ what: String, _ frames: [[UInt8]], _ result: inout Result) {
        guard result.violations.count < 1000 else { return }
        let text = frames.map { String(decoding: $0.prefix(400), as: UTF8.self).debugDescription }
        result.violations.append("\(what): \(text.joined(separator: " | "))")
    }

    /// The resident memory, in bytes.
    private static func memory() -> Double {
        let fields = ((try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? "").split(separator: " ")
        return (fields.count > 1 ? Double(fields[1]) ?? 0 : 0) * Double(sysconf(Int32(_SC_PAGESIZE)))
    }
}
