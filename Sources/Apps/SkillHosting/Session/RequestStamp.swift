import Foundation
import SaybusMessages
import SaybusSkills

/// The id and time of a request.
public struct RequestStamp: Sendable, Equatable {
    /// The unique id of the request.
    public var id: String
    /// The time at which the request is sent.
    public var timestamp: Timestamp

    /// Creates a stamp.
    public init(id: String, timestamp: Timestamp) { (self.id, self.timestamp) = (id, timestamp) }

    /// Returns a new id with the current time.
    public static func now() -> RequestStamp {
        RequestStamp(id: "amzn1.echo-api.request.\(MessageID())", timestamp: Timestamp(Date()))
    }
}
