import SaybusMessages

/// An element of a subscription: a message or malformed frames.
public enum Received: Sendable {
    /// A message with a valid envelope.
    case message(RawMessage)
    /// A message whose id was handled before. Subscriptions yield it on request only, for tools that follow the
    /// sequence numbers, and for stages that answer a repetition in a way of their own.
    case repeated(RawMessage)
    /// The reason why frames are malformed.
    case malformed(MessageError)

    /// The bytes of the body.
    var size: Int {
        switch self {
        case .message(let message), .repeated(let message): message.body.count
        case .malformed: 0
        }
    }
}
