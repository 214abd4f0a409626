import SaybusBus
import SaybusMessages
import SaybusStage
import Synchronization

/// Compares shadows with the instances that do the work: a line for each utterance, and a summary at the end.
public struct ShadowProgram: Sendable {
    private let json: Bool
    private let count: Int
    private let onlyDifferences: Bool

    /// A program.
    /// - Parameters:
    ///   - json: Whether programs read.
    ///   - count: Ends after so many pairs.
    ///   - onlyDifferences: Whether to leave out the pairs that agree; they count all the same.
    public init(json: Bool = false, count: Int = .max, onlyDifferences: Bool = false) {
        (self.json, self.count, self.onlyDifferences) = (json, count, onlyDifferences)
    }

    /// Compares until enough have been seen, or as ``TapRunner`` ends.
    public func run(_ options: BusOptions) async throws {
        let outcome = Outcome()
        try await TapRunner(command: "shadow", options: options).run {
            [json, count, onlyDifferences] _, received, writer in
            var comparison = ShadowComparison()
            var left = count
            for await case .message(let message) in received {
                let pairs = comparison.record(message)
                outcome.summary.withLock { $0 = comparison.summary }
                for pair in pairs {
                    if !onlyDifferences || !pair.agrees {
                        try await writer.write(json ? Self.text(["pair": JSONValue(pair)]) : pair.line)
                    }
                    left -= 1
                    if left == 0 { return }
                }
            }
        }
        try await Self.write(outcome.summary.withLock { $0 }, json: json)
    }

    private static func write(_ summaries: [ShadowSummary], json: Bool) async throws {
        let writer = try LineWriter(descriptor: Terminal.standardOutput.descriptor)
        do {
            for summary in summaries {
                try await writer.write(json ? text(["summary": JSONValue(summary)]) : summary.line)
            }
            if summaries.isEmpty, !json {
                try await writer.write(
                    "no shadow published anything: start one with --shadow, such as saybus-intent --shadow")
            }
        } catch let error as TapError where error.code == .outputClosed {
            // Nobody wants to know.
        }
    }

    private static func text(_ members: [String: JSONValue]) -> String { JSONValue.object(members).text() }
}

/// What the comparison has come to, for when it is over.
private final class Outcome: Sendable {
    let summary = Mutex<[ShadowSummary]>([])
}
