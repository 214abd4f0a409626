/// Runs before a request is handled.
public protocol RequestInterceptor: Sendable {
    /// Looks at the request; leaves what it found in the request attributes.
    func process(handlerInput: HandlerInput) async throws
}
