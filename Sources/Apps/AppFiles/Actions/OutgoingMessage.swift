import SaybusMessages

/// A message to publish now.
struct OutgoingMessage: Sendable, Equatable {
    /// The message's kind.
    var kind: Kind
    /// The body.
    var body: JSONValue
}
