import Foundation
import SaybusTerminal

/// The report for people: a line for each condition, and the reliability of the confidence.
struct SpeechPage {
    let style: Style

    func lines(_ report: SpeechReport) -> [String] {
        var table = Table([
            "noise", "accepted", "of", "%", "false accepts", "words wrong", "real time", "final p50", "p99",
        ])
        let names = Set(report.conditions.map(\.noise))
        for condition in report.conditions {
            let level = condition.snr.map(Decibels.text) ?? "none"
            let name = names.count > 1 ? condition.noise.map { "\($0) " } ?? "" : ""
            table.add(row(name + level, condition))
        }
        if report.conditions.count > 1 { table.add(row("all", report.all)) }
        return table.lines(style) + failures(report) + [""]
            + ReliabilityPage(style: style).lines(report.reliability, report.outcomes)
    }

    private func failures(_ report: SpeechReport) -> [String] {
        guard let reason = report.failure else { return [] }
        let (failed, of) = (report.all.failed, report.all.total + report.all.foreign)
        return ["failed: \(failed) of \(of) turns, which count as not understood; the first: \(reason)"]
    }

    private func row(_ name: String, _ condition: SpeechReport.Condition) -> [Table.Cell] {
        let percent = condition.acceptance.map { Self.decimal($0 * 100, 1) } ?? "–"
        return [
            .init(name), .init("\(condition.accepted)", isNumber: true), .init("\(condition.total)", isNumber: true),
            .init(percent, isNumber: true), .init("\(condition.falseAccepts) of \(condition.foreign)", isNumber: true),
            .init(condition.wordErrorRate.map { "\(Self.decimal($0 * 100, 1)) %" } ?? "–", isNumber: true),
            .init(condition.realTimeFactor.map { Self.decimal($0, 3) } ?? "–", isNumber: true),
            .init("\(Self.decimal(condition.timeToFinalMs.p50, 0)) ms", isNumber: true),
            .init("\(Self.decimal(condition.timeToFinalMs.p99, 0)) ms", isNumber: true),
        ]
    }

    private static func decimal(_ number: Double, _ places: Int) -> String { String(format: "%.\(places)f", number) }
}

/// The reliability of confidences for people: a line for each range, and what follows from the commands' thresholds.
struct ReliabilityPage {
    let style: Style

    func lines(_ reliability: Reliability, _ outcomes: SpeechOutcomes) -> [String] {
        var table = Table(["confidence", "commands", "right", "should be"])
        for row in reliability.rows where row.count > 0 {
            table.add([
                .init(String(format: "%.1f–%.1f", row.from, row.to)), .init("\(row.count)", isNumber: true),
                .init("\(row.right)", isNumber: true), .init(String(format: "%.1f", row.expected), isNumber: true),
            ])
        }
        let (done, asked, refused) = (outcomes.carriedOut, outcomes.asked, outcomes.refused)
        return table.lines(style) + [
            "by each command's thresholds: \(done.count) carried out, \(done.wrong) of them wrong; "
                + "\(asked.count) asked about, \(asked.wrong) wrong; "
                + "\(refused.count) refused, \(refused.wrong) wrong"
        ]
    }
}
