/// The input of a handler for one request.
public struct HandlerInput: Sendable {
    /// The request, its session and context.
    public let requestEnvelope: RequestEnvelope
    /// The attributes of the request, the session and the user.
    public let attributesManager: AttributesManager
    /// The builder of the response, new for each request.
    public let responseBuilder: ResponseBuilder
    /// A value that the host passes to the handlers; nil for none.
    public let context: (any Sendable)?

    /// Creates the input for a request.
    ///
    /// - Parameters:
    ///   - requestEnvelope: The request.
    ///   - persistenceAdapter: The store of the persistent attributes; nil for none.
    ///   - context: A value that the host passes to the handlers.
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
