import SaybusMessages

/// What a role is asked, and what a right answer is.
protocol Exercise: Sendable {
    /// The kind that the role takes; garbage is sent as that.
    var input: any BusMessage.Type { get }
    /// The kinds of which one ends the answer.
    var ends: [Kind] { get }
    /// The question with this number: bodies in the order in which they are sent.
    func question(_ number: Int) -> [any BusMessage]
    /// Whether a message that concerns the question is the last of its answer.
    func isEnd(_ message: RawMessage) -> Bool
    /// What is wrong with an answer, in a sentence; nil when nothing is.
    func problem(with answer: [RawMessage], to number: Int) -> String?
}

extension Exercise {
    func isEnd(_ message: RawMessage) -> Bool { ends.contains(message.header.kind) }
    func problem(with answer: [RawMessage], to number: Int) -> String? { nil }

    /// The first message of a kind among an answer.
    func body<Body: BusMessage>(_: Body.Type, in answer: [RawMessage]) -> Body? {
        answer.lazy.compactMap { try? $0.decode(Body.self).body }.first
    }
}
