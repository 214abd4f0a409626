/// Answers in place of what threw: an interceptor, a handler's `canHandle`, its `handle`; or when no handler could.
///
/// Response interceptors do not run after it: what they do, such as saving attributes, it does itself where it matters.
public protocol ErrorHandler: Sendable {
    /// Whether it answers for this error; the first registered that does is the one.
    func canHandle(handlerInput: HandlerInput, error: any Error) async throws -> Bool
    /// Answers for an error.
    func handle(handlerInput: HandlerInput, error: any Error) async throws -> Response
}
