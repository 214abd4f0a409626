import SaybusBus
import SaybusMessages

/// What one of the tap's live commands knows of the bus, and how it shows it. Pure: messages and time go in, lines come out.
protocol LiveView: Sendable {
    /// Begins when the subscription stands.
    /// - Parameter presence: The stages whose retained statuses have come by now.
    mutating func begin(_ presence: Presence, at moment: ViewContext)
    /// Takes what came over the bus.
    /// - Returns: What to show at once.
    mutating func take(_ received: Received, at moment: ViewContext) -> [TapLine]
    /// What to show at a beat; in full screen, the whole picture.
    mutating func beat(at moment: ViewContext) -> [TapLine]
    /// What to show at the end.
    mutating func end(at moment: ViewContext) -> [TapLine]
    /// Whether there is nothing more to wait for.
    var isComplete: Bool { get }
    /// Whether something was found that a script must learn of from the exit code.
    var isAlarming: Bool { get }
    /// Why nothing was shown of what was asked for, and what to do; nil when it was. Asked at the end.
    var complaint: String? { get }
}

extension LiveView {
    mutating func begin(_ presence: Presence, at moment: ViewContext) {}
    mutating func beat(at moment: ViewContext) -> [TapLine] { [] }
    mutating func end(at moment: ViewContext) -> [TapLine] { [] }
    var isComplete: Bool { false }
    var isAlarming: Bool { false }
    var complaint: String? { nil }
}
