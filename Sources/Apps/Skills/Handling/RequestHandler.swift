/// Answers some of a skill's requests.
///
/// A handler may be asked by several sessions at once.
public protocol RequestHandler: Sendable {
    /// Whether it answers this request; the first registered handler that does is the one.
    func canHandle(handlerInput: HandlerInput) async throws -> Bool
    /// Answers a request that it can handle.
    func handle(handlerInput: HandlerInput) async throws -> Response
}
