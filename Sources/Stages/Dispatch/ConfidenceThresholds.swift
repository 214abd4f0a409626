import SaybusMessages

/// The confidence below which a command is asked about before it is carried out, or not carried out at all.
///
/// The only place that decides whether a command that may have been misheard is carried out. Typed words, whose
/// confidence is 1, are carried out unasked, unless ``confirmBelow`` is 1.
public struct ConfidenceThresholds: Sendable, Equatable {
    /// The confidence, 0…1, below which the user is asked; 0 for never, 1 for each time, also when the words are typed.
    public var confirmBelow: Double
    /// The confidence, 0…1, below which the command counts as not understood; 0 for never.
    public var refuseBelow: Double

    /// Creates thresholds.
    public init(confirmBelow: Double, refuseBelow: Double) {
        (self.confirmBelow, self.refuseBelow) = (confirmBelow, refuseBelow)
    }

    /// The default for commands that change something: run a program, call a server, send a message, or do what the
    /// dispatcher does not know.
    public static let effect = ConfidenceThresholds(
        confirmBelow: Confidence.likely, refuseBelow: Confidence.unlikely)
    /// The default for commands with nothing but a spoken answer.
    public static let answer = ConfidenceThresholds(confirmBelow: Confidence.unlikely, refuseBelow: 0.25)
    /// The thresholds of commands that are always carried out, such as "stop".
    public static let none = ConfidenceThresholds(confirmBelow: 0, refuseBelow: 0)

    /// Returns these thresholds with those that a catalog's command declares.
    package func overridden(by command: Catalog.Command?) -> ConfidenceThresholds {
        ConfidenceThresholds(
            confirmBelow: command?.confirmBelow ?? confirmBelow, refuseBelow: command?.refuseBelow ?? refuseBelow)
    }

    /// Returns what is to be done with a command.
    /// - Parameters:
    ///   - confidence: The confidence of the hypothesis, 0…1: how well the words fit the command.
    ///   - words: The confidence of the transcript, 0…1: whether these words were said.
    package func assurance(of confidence: Double, words: Double) -> Assurance {
        guard words < Confidence.certain else {
            return confirmBelow < Confidence.certain ? .sufficient : .doubtful
        }
        let certainty = Self.certainty(of: confidence, words: words)
        return certainty < refuseBelow ? .insufficient : certainty < confirmBelow ? .doubtful : .sufficient
    }

    /// Returns why a command is asked about, or not carried out, for the end of its turn.
    /// - Parameter words: The confidence of the transcript, 0…1.
    package func explanation(of command: CommandInvoked, words: Double) -> String {
        let name = "\(command.app): \(command.type)"
        guard words < Confidence.certain else {
            return "\(name) is asked about each time: its confirm-below is 1"
        }
        let certainty = Self.certainty(of: command.confidence, words: words)
        let limit =
            certainty < refuseBelow
            ? "refuse-below \(Self.inHundredths(refuseBelow))" : "confirm-below \(Self.inHundredths(confirmBelow))"
        return "\(name) was heard with \(Self.inHundredths(certainty)), below \(limit)"
    }

    /// Returns a confidence with two decimals, rounded down, so that it is not shown as the limit that it is below.
    private static func inHundredths(_ confidence: Double) -> String {
        let hundredths = Int((min(max(confidence, 0), 1) * 100 + 1e-9).rounded(.down))
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }

    /// Returns the probability that a command was meant.
    ///
    /// A pattern without open parameters fits with ``Confidence/veryLikely`` or more: then the words alone decide. Open
    /// parameters, other transcripts and learnt models take something away.
    package static func certainty(of confidence: Double, words: Double) -> Double {
        max(0, words) * min(1, confidence / Confidence.veryLikely)
    }
}

/// Whether a command is sure enough to be carried out.
package enum Assurance: Sendable, Equatable {
    /// The command is carried out.
    case sufficient
    /// The user is asked first.
    case doubtful
    /// The command counts as not understood.
    case insufficient
}
