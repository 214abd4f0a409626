import Foundation
import SaybusStage
import SaybusTerminal

/// What `saybus evaluate endpointing` found, as `--json` prints it. Rates are fractions of 1.
public struct EndpointingReport: Sendable, Equatable, Codable {
    /// How the recordings fared with one amount of noise.
    public struct Condition: Sendable, Equatable, Codable {
        /// Speech above noise in decibels; nil without noise.
        public let snr: Double?
        /// Recordings heard.
        public let total: Int
        /// Of them, those whose turn began before the speech and ended after it, at most 2 s later.
        public let right: Int
        /// Right ones of all.
        public let rightRate: Double
        /// Turns that ended while somebody still spoke.
        public let cut: Int
        /// Of these, those that ended although the recognizer knew that more was to come: in the middle of a command.
        public let cutInMidCommand: Int
        /// Turns that ended later.
        public let late: Int
        /// Recordings whose beginning was in no turn.
        public let missed: Int
        /// Turns beyond one a recording.
        public let extraTurns: Int
        /// From the end of the speech to that of the turn, of the right ones.
        public let delayMs: SpeechReport.Times
    }

    /// What took part beside the detector: a recognizer's name, or nil.
    public let recognizer: String?
    /// Milliseconds of pause that were put into the middle of the speech.
    public let pauseMs: Int
    /// Each amount of noise.
    public let conditions: [Condition]

    /// The report for people: a line for each amount of noise.
    public func page(_ style: Style) -> String {
        var table = Table([
            "noise", "right", "of", "%", "cut", "in mid-command", "late", "missed", "more turns", "delay p50", "p99",
        ])
        for condition in conditions {
            table.add([
                .init(condition.snr.map { "\(Int($0)) dB" } ?? "none"), .init("\(condition.right)", isNumber: true),
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
