import SaybusMessages

/// The questions for a role and the criteria for its answers.
protocol Exercise: Sendable {
    /// The type of message that the role takes. Malformed messages are sent under its kind.
    var input: any BusMessage.Type { get }
    /// The kinds of messages that end an answer.
    var ends: [Kind] { get }
    /// Returns the bodies of the question with this number, in the order in which they are sent.
    func question(_ number: Int) -> [any BusMessage]
    /// Returns whether a message that belongs to the answer is the last one.
    func isEnd(_ message: RawMessage) -> Bool
    /// Returns a sentence that names the error in an answer; nil when the answer is right.
    func problem(with answer: [RawMessage], to number: Int) -> String?
}

extension Exercise {
    func isEnd(_ message: RawMessage) -> Bool { ends.contains(message.header.kind) }
    func problem(with answer: [RawMessage], to number: Int) -> String? { nil }

    /// Returns the first body of a kind in an answer.
    func body<Body: BusMessage>(_: Body.Type, in answer: [RawMessage]) -> Body? {
        answer.lazy.compactMap { try? $0.decode(Body.self).body }.first
    }
}
