/// Runs after a request has been handled; not after an error handler.
public protocol ResponseInterceptor: Sendable {
    /// Looks at the response, and changes it.
    func process(handlerInput: HandlerInput, response: inout Response) async throws
}
