/// A handler of some of a skill's requests.
///
/// Several sessions may call a handler concurrently.
public protocol RequestHandler: Sendable {
    /// Returns whether the handler answers this request. The first registered handler that returns true
    /// answers.
    func canHandle(handlerInput: HandlerInput) async throws -> Bool
    /// Answers a request.
    func handle(handlerInput: HandlerInput) async throws -> Response
}
