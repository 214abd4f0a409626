/// A message with its body decoded as a type.
public struct Message<Body: BusMessage>: Sendable, Equatable {
    /// The envelope: source, time, turn, causes.
    public var header: Header
    /// The body, whose fields and ranges have been checked in a received message.
    public var body: Body
    /// The broker's stamp; nil before the message has passed a broker.
    public var stamp: Stamp?

    /// Creates a message from its parts.
    public init(header: Header, body: Body, stamp: Stamp? = nil) {
        (self.header, self.body, self.stamp) = (header, body, stamp)
    }
}
