import SaybusBus
import SaybusMessages

/// What one of the tap's live commands knows of the bus, and how it shows it. Pure: messages and time go in, lines come out.
protocol LiveView: Sendable {
    /// Begins when the subscription stands.
    /// - Parameter presence: The stages whose retained statuses have come by now.
    mutating func begin(_ presence: Presence, in context: ViewContext)
    /// Takes what came over the bus.
    /// - Returns: What to show at once.
    mutating func receive(_ received: Received, in context: ViewContext) -> [TapLine]
    /// What to show at a beat; in full screen, the whole picture.
    mutating func refresh(in context: ViewContext) -> [TapLine]
    /// What to show at the end.
    mutating func end(in context: ViewContext) -> [TapLine]
    /// Whether there is nothing more to wait for.
    var isComplete: Bool { get }
    /// Whether something was found that a script must learn of from the exit code.
    var foundProblem: Bool { get }
    /// Why nothing was shown of what was asked for, and what to do; nil when it was. Asked at the end.
    var failureReason: String? { get }
}

extension LiveView {
    mutating func begin(_ presence: Presence, in context: ViewContext) {}
    mutating func refresh(in context: ViewContext) -> [TapLine] { [] }
    mutating func end(in context: ViewContext) -> [TapLine] { [] }
    var isComplete: Bool { false }
    var foundProblem: Bool { false }
    var failureReason: String? { nil }
}
