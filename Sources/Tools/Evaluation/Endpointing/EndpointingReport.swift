import Foundation
import SaybusTerminal

/// The result of `saybus evaluate endpointing`, as `--json` prints it. Rates are fractions of 1.
public struct EndpointingReport: EvaluationReport, Equatable, Codable {
    /// The results at one level of noise.
    public struct Condition: Sendable, Equatable, Codable {
        /// The signal-to-noise ratio in decibels; nil without noise.
        let snr: Double?
        /// Number of recordings.
        let total: Int
        /// Recordings whose turn began before the speech and ended at most 2 s after it.
        let right: Int
        /// The fraction of recordings that are right.
        let rightRate: Double
        /// Turns that ended before the speech did.
        let cut: Int
        /// Turns that ended before the speech did although the recognizer knew that the command was incomplete.
        let cutInMidCommand: Int
        /// Turns that ended too late.
        let late: Int
        /// Recordings in which no turn held the beginning of the speech.
        let missed: Int
        /// Turns beyond one for each recording.
        let extraTurns: Int
        /// Milliseconds from the end of the speech to the end of the turn, over the right recordings.
        let delayMs: SpeechReport.Times
    }

    /// The recognizer that helped the voicing detector; nil for none.
    let recognizer: String?
    /// Milliseconds of pause inserted into the middle of the speech.
    let pauseMs: Int
    /// The results at each level of noise.
    let conditions: [Condition]

    /// Returns the report for people: a line for each level of noise.
    public func page(_ style: Style) -> String {
        var table = Table([
            "noise", "right", "of", "%", "cut", "in mid-command", "late", "missed", "more turns", "delay p50", "p99",
        ])
        for condition in conditions {
            table.add([
                .init(condition.snr.map(Decibels.text) ?? "none"), .init("\(condition.right)", isNumber: true),
                .init("\(condition.total)", isNumber: true),
                .init(String(format: "%.1f", condition.rightRate * 100), isNumber: true),
                .init("\(condition.cut)", isNumber: true), .init("\(condition.cutInMidCommand)", isNumber: true),
                .init("\(condition.late)", isNumber: true),
                .init("\(condition.missed)", isNumber: true), .init("\(condition.extraTurns)", isNumber: true),
                .init(String(format: "%.0f ms", condition.delayMs.p50), isNumber: true),
                .init(String(format: "%.0f ms", condition.delayMs.p99), isNumber: true),
            ])
        }
        return table.lines(style).joined(separator: "\n")
    }
}
