/// A message with its body as a value of its type.
public struct Message<Body: BusMessage>: Sendable, Equatable {
    /// Who, when, in which turn, in answer to what.
    public var header: Header
    /// What it says.
    public var body: Body
    /// What the broker vouches for; nil before it passed one.
    public var stamp: Stamp?

    /// A message from its parts.
    public init(header: Header, body: Body, stamp: Stamp? = nil) {
        (self.header, self.body, self.stamp) = (header, body, stamp)
    }
}
