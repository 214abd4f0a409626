/// All that a handler needs for one request.
public struct HandlerInput: Sendable {
    /// The request, its session and context.
    public let requestEnvelope: RequestEnvelope
    /// What is kept: for this request, for the session, for good.
    public let attributesManager: AttributesManager
    /// Makes the response; new for each request.
    public let responseBuilder: ResponseBuilder
    /// What the host passes on, such as what it runs in; nil when it passes nothing.
    public let context: (any Sendable)?

    /// The input for a request.
    ///
    /// - Parameter persistenceAdapter: Keeps the persistent attributes; nil for none.
    public init(
        requestEnvelope: RequestEnvelope, persistenceAdapter: (any PersistenceAdapter)? = nil,
        context: (any Sendable)? = nil
    ) {
        self.requestEnvelope = requestEnvelope
        attributesManager = AttributesManager(
            requestEnvelope: requestEnvelope, persistenceAdapter: persistenceAdapter)
        responseBuilder = ResponseBuilder()
        self.context = context
    }
}
