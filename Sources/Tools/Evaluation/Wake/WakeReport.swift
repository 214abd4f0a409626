import Foundation
import SaybusStage
import SaybusTerminal

/// What `saybus evaluate wake` found, as `--json` prints it. Rates are fractions of 1.
public struct WakeReport: Sendable, Equatable, Codable {
    /// How one sensitivity fared with one amount of noise.
    public struct Condition: Sendable, Equatable, Codable {
        /// How easily the wake word is heard.
        public let sensitivity: Int
        /// The wake word above noise in decibels; nil without noise.
        public let snr: Double?
        /// Recordings of the wake word.
        public let said: Int
        /// Of them, those in which it was heard.
        public let heard: Int
        /// Those in which it was not, of all.
        public let missRate: Double
        /// How often it was heard in other speech, which is without noise.
        public let falseAlarms: Int
        /// The same in an hour of other speech; nil without any.
        public let falseAlarmsPerHour: Double?
    }

    /// The wake word.
    public let phrase: String
    /// How much other speech was heard.
    public let hoursOfOtherSpeech: Double
    /// Seconds of work for a second of sound.
    public let realTimeFactor: Double
    /// Each sensitivity with each amount of noise.
    public let conditions: [Condition]
    /// The recordings in which the wake word was missed, by the last sensitivity without noise.
    public let missed: [String]
    /// Where it was heard in other speech, by the last sensitivity: a file and its second.
    public let alarms: [String]

    /// The report for people: a line for each condition.
    public func page(_ style: Style) -> String {
        var table = Table(["sensitivity", "noise", "said", "heard", "missed %", "false alarms", "an hour"])
        for condition in conditions {
            table.add([
                .init("\(condition.sensitivity)", isNumber: true),
                .init(condition.snr.map { "\(Int($0)) dB" } ?? "none"), .init("\(condition.said)", isNumber: true),
                .init("\(condition.heard)", isNumber: true),
                .init(String(format: "%.1f", condition.missRate * 100), isNumber: true),
                .init("\(condition.falseAlarms)", isNumber: true),
                .init(condition.falseAlarmsPerHour.map { String(format: "%.1f", $0) } ?? "–", isNumber: true),
            ])
        }
        let speech = String(
            format: "%.0f minutes of other speech; real-time factor %.3f", hoursOfOtherSpeech * 60, realTimeFactor)
        return (table.lines(style) + [speech]).joined(separator: "\n")
    }
}
