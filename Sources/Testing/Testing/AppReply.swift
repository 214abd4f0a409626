import SaybusMessages

/// An app's answer to an utterance.
public struct AppReply: Sendable, Equatable {
    /// The user's words.
    public let said: String
    /// The app's words; empty when it spoke nothing.
    public let spoken: String
    /// The type of the command that was carried out; nil when none was, as for the answer to a question.
    public let command: String?
    /// The values of the command's parameters, by name; empty without a command.
    public let parameters: [String: Parameter.Value]
    /// The way in which the turn ended.
    public let outcome: TurnEnded.Outcome
    /// The reason for the outcome; nil without one.
    public let reason: String?

    init(said: String, end: TurnEnded, parameters: [String: Parameter.Value]) {
        self.said = said
        (spoken, command, outcome, reason) = (end.spoken ?? "", end.command, end.outcome, end.reason)
        self.parameters = parameters
    }

    /// Checks the answer.
    /// - Parameters:
    ///   - text: A part of what the app must have spoken; nil for no condition.
    ///   - command: The command that must have been carried out; nil for no condition.
    ///   - parameters: The values that the command must have had, as text; others are ignored.
    ///   - outcome: The outcome of the turn.
    /// - Returns: The answer, for further checks.
    /// - Throws: ``ExpectationError`` with what the app did instead.
    @discardableResult
    public func expect(
        _ text: String? = nil, command: String? = nil, parameters: [String: String] = [:],
        outcome: TurnEnded.Outcome = .handled
    ) throws(ExpectationError) -> AppReply {
        let isMet =
            text.map(spoken.contains) ?? true && (command == nil || self.command == command)
            && parameters.allSatisfy { self.parameters[$0.key]?.description == $0.value } && self.outcome == outcome
        guard !isMet else { return self }
        let values = self.parameters.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        throw ExpectationError(
            "after \"\(said)\" the app spoke \"\(spoken)\", with \(self.command ?? "no command")"
                + (values.isEmpty ? "" : " (\(values.joined(separator: ", ")))") + ", \(self.outcome.rawValue)"
                + (reason.map { ": \($0)" } ?? ""))
    }
}

/// The difference between what a test expects of an app and what the app did, in a sentence.
public struct ExpectationError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The sentence, with all that the app did instead.
    public let description: String

    init(_ description: String) { self.description = description }
}
