import Foundation
import SaybusStage
import SaybusTerminal

/// What `saybus evaluate echo` found, as `--json` prints it.
public struct EchoReport: Sendable, Equatable, Codable {
    /// How the recordings fared with an echo of one loudness.
    public struct Condition: Sendable, Equatable, Codable {
        /// The user above the echo, in decibels.
        public let ratio: Double
        /// Commands spoken.
        public let total: Int
        /// Commands understood with the echo left in.
        public let acceptedWithEcho: Int
        /// Commands understood with the echo taken out.
        public let acceptedWithoutEcho: Int
        /// How much of the echo is taken out while the user is silent, in decibels: the median.
        public let returnLossDb: Double
        /// Of the frames in which only the assistant speaks, those that count as the user's speech, with the echo left in; a fraction of 1.
        public let falseSpeechWithEcho: Double
        /// The same with the echo taken out.
        public let falseSpeechWithoutEcho: Double
    }

    /// How long the echo took, in milliseconds.
    public let delayMs: Int
    /// Commands understood while the assistant was silent.
    public let acceptedInSilence: Int
    /// The same with the canceller at work on silence: it must do no harm.
    public let acceptedInSilenceCancelled: Int
    /// Each loudness.
    public let conditions: [Condition]

    /// The report for people: a line for each loudness.
    public func page(_ style: Style) -> String {
        var table = Table(["user above echo", "of", "accepted", "cancelled", "loss", "false speech", "cancelled"])
        let total = "\(conditions.first?.total ?? 0)"
        table.add([
            .init("no echo"), .init(total, isNumber: true), .init("\(acceptedInSilence)", isNumber: true),
            .init("\(acceptedInSilenceCancelled)", isNumber: true), .init("–"), .init("–"), .init("–"),
        ])
        for condition in conditions {
            table.add([
                .init(String(format: "%.0f dB", condition.ratio), isNumber: true),
                .init("\(condition.total)", isNumber: true), .init("\(condition.acceptedWithEcho)", isNumber: true),
                .init("\(condition.acceptedWithoutEcho)", isNumber: true),
                .init(String(format: "%.0f dB", condition.returnLossDb), isNumber: true),
                .init(String(format: "%.0f %%", condition.falseSpeechWithEcho * 100), isNumber: true),
                .init(String(format: "%.0f %%", condition.falseSpeechWithoutEcho * 100), isNumber: true),
            ])
        }
        return table.lines(style).joined(separator: "\n")
    }
}
