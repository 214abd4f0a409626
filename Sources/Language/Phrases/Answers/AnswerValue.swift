/// The values of an answer, and whether the user wants them.
public enum AnswerValue<Value: Hashable & Sendable>: Sendable, Equatable {
    /// There is none.
    case absent
    /// The values that count, at least one.
    case given(Set<Value>)
    /// The user rejects all that there are: `don't make it forty`.
    case rejected
    /// The user calls the question off beside a value: `forty, never mind`.
    case calledOff

    /// The only value that counts; nil when there is none, or more than one.
    public var only: Value? {
        if case .given(let values) = self, values.count == 1 { values.first } else { nil }
    }

    /// The values that count.
    public var all: Set<Value> { if case .given(let values) = self { values } else { [] } }

    /// Whether the user has said a value, and does not want it.
    public var isUnwanted: Bool { self == .rejected || self == .calledOff }
}
