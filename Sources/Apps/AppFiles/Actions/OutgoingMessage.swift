import SaybusMessages

/// A message to publish now.
public struct OutgoingMessage: Sendable, Equatable {
    /// The message's kind.
    public var kind: Kind
    /// The body.
    public var body: JSONValue
}
