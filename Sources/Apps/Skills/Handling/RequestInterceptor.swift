/// An interceptor that runs before a request is handled.
public protocol RequestInterceptor: Sendable {
    /// Inspects the request. The request attributes can pass results on to the handler.
    func process(handlerInput: HandlerInput) async throws
}
