import Foundation
import SaybusMessages
import SaybusSkills

/// What tells one request from all others.
public struct RequestStamp: Sendable, Equatable {
    /// Different for every request.
    public var id: String
    /// When it is sent.
    public var timestamp: Timestamp

    /// Creates a stamp.
    public init(id: String, timestamp: Timestamp) { (self.id, self.timestamp) = (id, timestamp) }

    /// A stamp of this moment.
    public static func now() -> RequestStamp {
        RequestStamp(id: "amzn1.echo-api.request.\(MessageID())", timestamp: Timestamp(Date()))
    }
}
