/// A handler of errors: those thrown by interceptors and request handlers, and the error for a request that no
/// handler accepts.
///
/// Response interceptors do not run after an error handler. An error handler that needs their effects, such as
/// saving attributes, must do the same work itself.
public protocol ErrorHandler: Sendable {
    /// Returns whether the handler answers for this error. The first registered handler that returns true
    /// answers.
    func canHandle(handlerInput: HandlerInput, error: any Error) async throws -> Bool
    /// Returns a response for an error.
    func handle(handlerInput: HandlerInput, error: any Error) async throws -> Response
}
