import Foundation
import SaybusTerminal

/// The result of `saybus evaluate echo`, as `--json` prints it.
public struct EchoReport: EvaluationReport, Equatable, Codable {
    /// The results at one level of the echo.
    public struct Condition: Sendable, Equatable, Codable {
        /// The level of the user's speech above the echo, in decibels.
        let ratio: Double
        /// Commands spoken.
        let total: Int
        /// Commands understood with the echo left in.
        let acceptedWithEcho: Int
        /// Commands understood with the echo removed.
        let acceptedWithoutEcho: Int
        /// The median of the echo return loss enhancement while the user is silent, in decibels.
        let returnLossDb: Double
        /// The fraction of frames with the assistant alone that are taken for the user's speech, with the echo left
        /// in.
        let falseSpeechWithEcho: Double
        /// The fraction of frames with the assistant alone that are taken for the user's speech, with the echo
        /// removed.
        let falseSpeechWithoutEcho: Double
    }

    /// The delay of the echo, in milliseconds.
    let delayMs: Int
    /// Commands understood while the assistant was silent.
    let acceptedInSilence: Int
    /// Commands understood while the assistant was silent and the canceller was running. Shows whether the canceller
    /// harms clean speech.
    let acceptedInSilenceCancelled: Int
    /// The results at each level.
    let conditions: [Condition]

    /// Returns the report for people: a line for each level.
    public func page(_ style: Style) -> String {
        var table = Table(["user above echo", "of", "accepted", "cancelled", "loss", "false speech", "cancelled"])
        let total = "\(conditions.first?.total ?? 0)"
        table.add([
            .init("no echo"), .init(total, isNumber: true), .init("\(acceptedInSilence)", isNumber: true),
            .init("\(acceptedInSilenceCancelled)", isNumber: true), .init("–"), .init("–"), .init("–"),
        ])
        for condition in conditions {
            table.add([
                .init(Decibels.text(condition.ratio), isNumber: true),
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
