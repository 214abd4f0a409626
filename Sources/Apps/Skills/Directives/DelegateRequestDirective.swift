/// Another dialog manager takes the next requests.
public struct DelegateRequestDirective: Codable, Sendable, Equatable {
    static let type = "Dialog.DelegateRequest"

    /// For how long.
    public struct Period: Codable, Sendable, Hashable {
        /// When it is over.
        public enum Until: String, Codable, Sendable, CaseIterable {
            /// When it gives back.
            case explicitReturn = "EXPLICIT_RETURN"
            /// After the next turn.
            case nextTurn = "NEXT_TURN"
        }

        /// When it is over.
        public var until: Until

        /// A period.
        public init(until: Until) { self.until = until }
    }

    /// Who: `AMAZON.Conversations`, or `skill`.
    public var target: String
    /// For how long.
    public var period: Period
    /// What it begins with; nil for what the user says next.
    public var updatedRequest: UpdatedRequest?

    /// A directive.
    public init(target: String, period: Period, updatedRequest: UpdatedRequest? = nil) {
        (self.target, self.period, self.updatedRequest) = (target, period, updatedRequest)
    }
}
