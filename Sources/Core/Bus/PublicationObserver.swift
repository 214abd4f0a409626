import SaybusMessages

/// A closure that observes the messages of some kinds that a process publishes, for metrics and traces.
public struct PublicationObserver: Sendable {
    private let types: Set<ObjectIdentifier>
    private let observe: @Sendable (any BusMessage, Header, _ answering: Header?) -> Void

    /// Creates an observer.
    /// - Parameters:
    ///   - types: The kinds to observe.
    ///   - observe: A closure that gets each message after it was sent, with its header and that of the message that it
    ///     answers. It is called by the publishing thread, and must not block.
    public init(
        of types: [any BusMessage.Type],
        _ observe: @escaping @Sendable (any BusMessage, Header, _ answering: Header?) -> Void
    ) {
        self.types = Set(types.map { ObjectIdentifier($0) })
        self.observe = observe
    }

    /// Passes a message to the closure if it is of an observed kind.
    func published<Body: BusMessage>(_ body: Body, _ header: Header, _ answering: Header?) {
        if types.contains(ObjectIdentifier(Body.self)) { observe(body, header, answering) }
    }
}
