import SaybusBus
import SaybusMessages
import SaybusStage
import Synchronization

/// The command that compares shadows with the active instances. It prints a line for each pair of results, and a
/// summary at the end.
public struct ShadowProgram: Sendable {
    private let json: Bool
    private let count: Int
    private let onlyDifferences: Bool

    /// Creates a program.
    /// - Parameters:
    ///   - json: Whether to print JSON, for programs.
    ///   - count: The number of pairs after which to end.
    ///   - onlyDifferences: Whether to print only pairs that disagree. Pairs that agree still count.
    public init(json: Bool = false, count: Int = .max, onlyDifferences: Bool = false) {
        (self.json, self.count, self.onlyDifferences) = (json, count, onlyDifferences)
    }

    /// Compares until the count is reached or ``TapRunner`` ends.
    public func run(_ options: BusOptions) async throws {
        let outcome = Outcome()
        try await TapRunner(command: "shadow", options: options).run {
            [json, count, onlyDifferences] _, received, writer in
            if !json { StandardError.shared.write("waiting for a turn that a shadow processes, too …\n") }
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
            // The reader closed the output; the summary is not needed.
        }
    }

    private static func text(_ members: [String: JSONValue]) -> String {
        JSONValue.object(members).text().jsonSafeForTerminal
    }
}

/// The comparison's result, for use after the runner has ended.
private final class Outcome: Sendable {
    let summary = Mutex<[ShadowSummary]>([])
}
