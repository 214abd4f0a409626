import SaybusMessages

/// A command as it was understood, whose values a correction may change: "no, seven" after "set it to five".
struct LastCommand: Sendable, Equatable {
    /// The words of the command, with the corrected values in place of those that were said.
    let text: String
    /// The command.
    let hypothesis: SpeechIntent.Hypothesis

    /// The least confidence of a command whose parameters are all values. Any words would fit the others.
    private static let minimumConfidence = 0.8

    /// Creates a command; nil for an answer, for a command with a parameter for any words, and for one that only some
    /// conversations have: skills correct the values of their intents themselves.
    init?(_ text: String, _ hypothesis: SpeechIntent.Hypothesis?) {
        guard let hypothesis, hypothesis.type != SpeechIntent.Hypothesis.answerType,
            hypothesis.confidence >= Self.minimumConfidence, hypothesis.precedence == nil
        else { return nil }
        (self.text, self.hypothesis) = (text, hypothesis)
    }

    /// Returns the words of the command with others for a parameter; nil when it is not known which words it has.
    func text(with words: String, for parameter: String) -> String? {
        guard let span = hypothesis.parameters[parameter]?.span, span.start >= 0, span.start < span.end,
            span.end <= text.count
        else { return nil }
        return String(text.prefix(span.start)) + words + String(text.dropFirst(span.end))
    }

    private var values: [String: Parameter.Value] { hypothesis.parameters.mapValues(\.value) }

    private func isOfType(of other: LastCommand) -> Bool {
        hypothesis.app == other.hypothesis.app && hypothesis.type == other.hypothesis.type
    }

    /// Returns whether a command is this one with other values of the same parameters.
    func hasOtherValues(than other: LastCommand) -> Bool {
        isOfType(of: other) && values != other.values && Set(values.keys) == Set(other.values.keys)
    }

    /// Returns whether a command is this one with another value of one parameter.
    func isSame(as other: LastCommand, exceptFor parameter: String) -> Bool {
        var (own, theirs) = (values, other.values)
        guard isOfType(of: other), let value = own.removeValue(forKey: parameter),
            let former = theirs.removeValue(forKey: parameter)
        else { return false }
        return value != former && own == theirs
    }

    /// The command without the places of its values, which are not in the words of the correction.
    var withoutPlaces: SpeechIntent.Hypothesis {
        var command = hypothesis
        for name in command.parameters.keys { command.parameters[name]?.span = nil }
        return command
    }
}

/// The command that was understood last in each conversation.
struct LastCommands: Sendable {
    /// The most conversations that are kept. With one more, all begin anew.
    static let maximumSessions = 1000

    private var commands: [Session: LastCommand] = [:]

    /// The last command of a conversation; nil when there is none whose values can be corrected.
    subscript(session: Session) -> LastCommand? { commands[session] }

    /// Records what was understood in a conversation. Words that were not understood change nothing.
    mutating func record(_ text: String, _ hypotheses: [SpeechIntent.Hypothesis], in session: Session) {
        guard let first = hypotheses.first else { return }
        set(LastCommand(text, first), in: session)
    }

    /// Sets the last command of a conversation.
    mutating func set(_ command: LastCommand?, in session: Session) {
        if command != nil, commands[session] == nil, commands.count >= Self.maximumSessions { commands = [:] }
        commands[session] = command
    }
}
