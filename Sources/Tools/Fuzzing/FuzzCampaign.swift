import Foundation

/// A run of mutated inputs through one decoder, in this process. A crash ends the program; everything else is counted.
public struct FuzzCampaign: Sendable {
    /// The counts of a campaign.
    public struct Result: Sendable {
        /// The number of inputs that were accepted.
        public var accepted = 0
        /// The number of inputs that were refused.
        public var refused = 0
        /// Each violation with its input, at most ``maximumViolations``.
        public var violations: [(violation: FuzzViolation, input: [UInt8])] = []
        /// The growth of this process's memory in MiB.
        public var growth = 0.0
        /// Inputs per second.
        public var rate = 0.0
    }

    /// The most violations that are kept.
    static let maximumViolations = 100
    /// The number of first inputs whose growth of memory does not count, since they fill caches.
    private static let warmUp = 1000

    private let target: FuzzTarget
    private let seed: UInt64

    /// Creates a campaign.
    /// - Parameters:
    ///   - target: The decoder.
    ///   - seed: Decides the inputs.
    public init(_ target: FuzzTarget, seed: UInt64) { (self.target, self.seed) = (target, seed) }

    /// Decodes inputs until their number is reached or the time is over. Blocks the calling thread.
    /// - Parameters:
    ///   - count: The most inputs.
    ///   - time: The time after which no further input is decoded; nil for no limit.
    public func run(_ count: Int, for time: Duration? = nil) -> Result {
        var mutator = InputMutator(target, seed: seed)
        var result = Result()
        let start = ContinuousClock.now
        var memory: Double?
        for number in 0..<count {
            if let time, ContinuousClock.now - start >= time { break }
            if number == Self.warmUp { memory = Self.memory() }
            let input = mutator.next()
            do throws(FuzzViolation) {
                if try target.decode(input) { result.accepted += 1 } else { result.refused += 1 }
            } catch {
                if result.violations.count < Self.maximumViolations { result.violations.append((error, input)) }
            }
        }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        result.rate = Double(result.accepted + result.refused + result.violations.count) / max(1e-9, seconds)
        if let memory { result.growth = (Self.memory() - memory) / 1_048_576 }
        return result
    }

    /// Returns the resident memory in bytes.
    private static func memory() -> Double {
        let fields = ((try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? "").split(separator: " ")
        return (fields.count > 1 ? Double(fields[1]) ?? 0 : 0) * Double(sysconf(Int32(_SC_PAGESIZE)))
    }
}
