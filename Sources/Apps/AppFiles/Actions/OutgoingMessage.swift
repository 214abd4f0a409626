import SaybusMessages

/// A message to publish now.
public struct OutgoingMessage: Sendable, Equatable {
    /// What kind of message.
    public var kind: Kind
    /// The body.
    public var body: JSONValue
}
