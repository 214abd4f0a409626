import Foundation
import SaybusTerminal

/// The result of `saybus evaluate wake`, as `--json` prints it. Rates are fractions of 1.
public struct WakeReport: EvaluationReport, Equatable, Codable {
    /// The results of one method with one sensitivity at one level of noise.
    public struct Condition: Sendable, Equatable, Codable {
        /// The method: `micro` or `keywords`.
        public let engine: String
        /// The sensitivity of the detector.
        let sensitivity: Int
        /// The signal-to-noise ratio in decibels; nil without noise.
        let snr: Double?
        /// Recordings of the wake word.
        let said: Int
        /// Recordings in which the wake word was detected.
        let heard: Int
        /// The fraction of recordings in which the wake word was missed.
        let missRate: Double
        /// Detections in other speech, without noise.
        let falseAlarms: Int
        /// Detections per hour of other speech; nil without other speech.
        let falseAlarmsPerHour: Double?
        /// Seconds of processing for a second of sound.
        let realTimeFactor: Double
    }

    /// The wake word.
    let phrase: String
    /// The sound without the wake word, in hours, in which detections are false alarms.
    let hoursOfOtherSpeech: Double
    /// The results of each sensitivity at each level of noise.
    let conditions: [Condition]
    /// The recordings in which the last sensitivity missed the wake word, without noise.
    let missed: [String]
    /// The false alarms of the last sensitivity in other speech: the file and the second of each.
    let alarms: [String]

    /// Returns the report for people: a line for each condition.
    public func page(_ style: Style) -> String {
        var table = Table([
            "engine", "sensitivity", "noise", "said", "heard", "missed %", "false alarms", "an hour", "real time",
        ])
        for condition in conditions {
            table.add([
                .init(condition.engine), .init("\(condition.sensitivity)", isNumber: true),
                .init(condition.snr.map(Decibels.text) ?? "none"), .init("\(condition.said)", isNumber: true),
                .init("\(condition.heard)", isNumber: true),
                .init(String(format: "%.1f", condition.missRate * 100), isNumber: true),
                .init("\(condition.falseAlarms)", isNumber: true),
                .init(condition.falseAlarmsPerHour.map { String(format: "%.1f", $0) } ?? "–", isNumber: true),
                .init(String(format: "%.3f", condition.realTimeFactor), isNumber: true),
            ])
        }
        let speech = String(format: "%.0f minutes of other sound", hoursOfOtherSpeech * 60)
        return (table.lines(style) + [speech]).joined(separator: "\n")
    }
}
