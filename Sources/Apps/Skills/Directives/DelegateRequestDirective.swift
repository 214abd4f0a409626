/// A directive that hands the next requests to another dialog manager.
public struct DelegateRequestDirective: Codable, Sendable, Equatable {
    static let type = "Dialog.DelegateRequest"

    /// The duration of the delegation.
    public struct Period: Codable, Sendable, Hashable {
        /// The event that ends the delegation.
        public enum Until: String, Codable, Sendable, CaseIterable {
            /// The other dialog manager hands the requests back explicitly.
            case explicitReturn = "EXPLICIT_RETURN"
            /// The delegation ends with the next turn.
            case nextTurn = "NEXT_TURN"
        }

        /// The event that ends the delegation.
        public var until: Until

        /// Creates a period.
        public init(until: Until) { self.until = until }
    }

    /// The dialog manager: `AMAZON.Conversations` or `skill`.
    public var target: String
    /// The duration of the delegation.
    public var period: Period
    /// The request to start with; nil starts with the user's next utterance.
    public var updatedRequest: UpdatedRequest?

    /// Creates a directive.
    public init(target: String, period: Period, updatedRequest: UpdatedRequest? = nil) {
        (self.target, self.period, self.updatedRequest) = (target, period, updatedRequest)
    }
}
