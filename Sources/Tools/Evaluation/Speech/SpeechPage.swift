import Foundation
import SaybusTerminal

/// The report for people: a line for each condition.
struct SpeechPage {
    let style: Style

    func lines(_ report: SpeechReport) -> [String] {
        var table = Table([
            "noise", "accepted", "of", "%", "false accepts", "words wrong", "real time", "final p50", "p99",
        ])
        for condition in report.conditions {
            table.add(row(condition.snr.map { "\(Int($0)) dB" } ?? "none", condition))
        }
        return table.lines(style)
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
