/// An interceptor that runs after a request is handled. It does not run after an error handler.
public protocol ResponseInterceptor: Sendable {
    /// Inspects or changes the response.
    func process(handlerInput: HandlerInput, response: inout Response) async throws
}
