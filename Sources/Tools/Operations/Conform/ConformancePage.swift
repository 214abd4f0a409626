import SaybusConformance
import SaybusSupport
import SaybusTerminal

/// The results of a conformance run, for people.
struct ConformancePage: Sendable {
    let style: Style

    /// Returns the line of a result, and further lines with the expectations where there are some.
    func lines(_ result: ConformanceResult) -> [String] {
        let (word, ink): (String, Style.Ink) =
            switch result.outcome {
            case .passed: ("passed ", .green)
            case .failed: ("FAILED ", .red)
            case .skipped: ("skipped", .dim)
            }
        let name = result.check.rawValue.padded(to: Self.width)
        let time = "\(result.milliseconds) ms".padded(before: 9)
        let line = "\(style.paint(word, ink))  \(name)  \(style.paint(time, .dim))  \(result.title)"
        guard let detail = result.detail else { return [line] }
        return [line]
            + detail.split(separator: "\n").map {
                "         " + style.paint(LineSplitter.printable(String($0)), result.outcome == .failed ? .red : .dim)
            }
    }

    /// Returns the last line, with the totals.
    func summary(_ results: [ConformanceResult]) -> String {
        let counts = [
            (ConformanceResult.Outcome.passed, "passed"), (.failed, "failed"), (.skipped, "not applicable"),
        ].compactMap { outcome, word in
            let count = results.count { $0.outcome == outcome }
            return count > 0 ? "\(count) \(word)" : nil
        }
        return counts.joined(separator: ", ")
    }

    private static let width = ConformanceCheck.allCases.map(\.rawValue.count).max() ?? 0
}

extension String {
    fileprivate func padded(before width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
