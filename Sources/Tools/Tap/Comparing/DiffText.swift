import SaybusMessages
import SaybusSupport

/// A formatter of a diff, as lines and as JSON.
struct DiffText: Sendable {
    let diff: RecordingDiff
    let old: String
    let new: String

    var lines: [String] {
        var lines: [String] = []
        for compared in diff.different {
            let session = compared.old.session == .default ? "" : " [\(compared.old.session)]"
            let time = LocalTime.text(compared.old.began)
            lines.append("turn \(compared.old.turn.short) → \(compared.new.turn.short)\(session)  \(time)")
            lines += compared.difference.changes.map {
                "  \($0.aspect.rawValue.padded(to: 11))\($0.old) → \($0.new)".safeForTerminal
            }
        }
        lines += diff.onlyOld.map { "only in \(old): \(SessionsText.line($0))" }
        lines += diff.onlyNew.map { "only in \(new): \(SessionsText.line($0))" }
        let counts = TurnDifference.Aspect.allCases.map { "\($0.rawValue) \(diff.count($0))" }
        lines.append(
            "\(Quantity.count(diff.compared.count, "turn")) compared, \(diff.different.count) differ (\(counts.joined(separator: ", ")))"
        )
        lines += latencyLines
        return lines
    }

    private var latencyLines: [String] {
        let known = diff.latencies.filter { $0.old != nil || $0.new != nil }
        guard !known.isEmpty else { return [] }
        let header = "time".padded(to: 12) + "p50".padded(to: 22) + "p99".padded(to: 22) + "worst"
        return [header]
            + known.map { latency in
                func cell(_ value: (LatencyChange.Figures) -> Int) -> String {
                    "\(Self.time(latency.old.map(value))) → \(Self.time(latency.new.map(value)))"
                }
                let turns = [latency.old, latency.new].map { $0?.worstTurn.short ?? "-" }.joined(separator: " → ")
                return latency.step.rawValue.padded(to: 12) + cell(\.p50).padded(to: 22) + cell(\.p99).padded(to: 22)
                    + cell(\.worst) + " (turn \(turns))"
            }
    }

    private static func time(_ value: Int?) -> String {
        value.map { Quantity.duration(microseconds: Double($0)) } ?? "-"
    }

    var json: JSONValue {
        [
            "compared": .integer(Int64(diff.compared.count)), "different": .integer(Int64(diff.different.count)),
            "changes": .object(
                Dictionary(
                    uniqueKeysWithValues: TurnDifference.Aspect.allCases.map {
                        ($0.rawValue, JSONValue.integer(Int64(diff.count($0))))
                    })),
            "turns": .array(diff.compared.map(Self.json)), "onlyOld": .array(diff.onlyOld.map(SessionsText.json)),
            "onlyNew": .array(diff.onlyNew.map(SessionsText.json)), "microseconds": latencyJSON,
        ]
    }

    private static func json(_ compared: RecordingDiff.Compared) -> JSONValue {
        [
            "old": SessionsText.json(compared.old), "new": SessionsText.json(compared.new),
            "changes": .array(
                compared.difference.changes.map {
                    ["aspect": .string($0.aspect.rawValue), "old": .string($0.old), "new": .string($0.new)]
                }),
        ]
    }

    private var latencyJSON: JSONValue {
        func json(_ figures: LatencyChange.Figures?) -> JSONValue {
            guard let figures else { return .null }
            return [
                "count": .integer(Int64(figures.count)), "p50": .integer(Int64(figures.p50)),
                "p99": .integer(Int64(figures.p99)), "worst": .integer(Int64(figures.worst)),
                "worstTurn": .string(figures.worstTurn.description),
            ]
        }
        return .object(
            Dictionary(
                uniqueKeysWithValues: diff.latencies.map {
                    ($0.step.rawValue, JSONValue.object(["old": json($0.old), "new": json($0.new)]))
                }))
    }
}
