import SaybusBus
import SaybusMessages

/// The state and output of one of the tap's live commands. Pure: messages and time go in, lines come out.
protocol LiveView: Sendable {
    /// Begins. Called once, when the subscription is active.
    /// - Parameter presence: The stages whose retained statuses have been received by now.
    mutating func begin(_ presence: Presence, in context: ViewContext)
    /// Processes received frames.
    /// - Returns: The lines to print immediately.
    mutating func receive(_ received: Received, in context: ViewContext) -> [TapLine]
    /// Processes a message whose id was received before. Only views that follow the sequence numbers need it.
    /// - Returns: The lines to print immediately.
    mutating func receiveRepeated(_ message: RawMessage, in context: ViewContext) -> [TapLine]
    /// Returns the lines of a periodic refresh; in full-screen mode, the whole screen.
    mutating func refresh(in context: ViewContext) -> [TapLine]
    /// Returns the lines to print at the end.
    mutating func end(in context: ViewContext) -> [TapLine]
    /// Whether the command has all it needs and may end.
    var isComplete: Bool { get }
    /// Whether the exit code must be 1 because of a problem that the view found, such as a lost message.
    var foundProblem: Bool { get }
    /// The event that the view waits for before it prints anything, such as `a turn in kitchen`; nil when it prints at
    /// once.
    var awaited: String? { get }
    /// A sentence for the user with the reason and the remedy, if the view never produced the requested
    /// output; nil otherwise. Read when the program ends.
    var failureReason: String? { get }
}

extension LiveView {
    mutating func begin(_ presence: Presence, in context: ViewContext) {}
    mutating func receiveRepeated(_ message: RawMessage, in context: ViewContext) -> [TapLine] { [] }
    mutating func refresh(in context: ViewContext) -> [TapLine] { [] }
    mutating func end(in context: ViewContext) -> [TapLine] { [] }
    var isComplete: Bool { false }
    var foundProblem: Bool { false }
    var failureReason: String? { nil }
    var awaited: String? { nil }
}
