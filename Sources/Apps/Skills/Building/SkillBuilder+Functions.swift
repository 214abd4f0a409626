/// Methods that register closures in place of handler types.
extension SkillBuilder {
    /// A closure that answers a request.
    public typealias Executor = @Sendable (HandlerInput) async throws -> Response

    /// Adds a handler for an intent or a request type by name.
    ///
    /// - Parameters:
    ///   - matcher: An intent's name for an `IntentRequest`, a request type for all other requests.
    ///   - executor: The closure that answers the request.
    public func addRequestHandler(_ matcher: String, _ executor: @escaping Executor) -> SkillBuilder {
        addRequestHandler(
            { input in
                let request = input.requestEnvelope.request
                return if case .intentRequest(let request) = request {
                    request.intent.name == matcher
                } else {
                    request.type == matcher
                }
            }, executor)
    }

    /// Adds a handler for the requests that `matcher` accepts.
    public func addRequestHandler(
        _ matcher: @escaping @Sendable (HandlerInput) async throws -> Bool, _ executor: @escaping Executor
    ) -> SkillBuilder {
        addRequestHandler(FunctionRequestHandler(matcher: matcher, executor: executor))
    }

    /// Adds an interceptor that runs before a handler is chosen.
    public func addRequestInterceptor(
        _ process: @escaping @Sendable (HandlerInput) async throws -> Void
    ) -> SkillBuilder {
        addRequestInterceptors(FunctionRequestInterceptor(body: process))
    }

    /// Adds an interceptor that runs after the handler.
    public func addResponseInterceptor(
        _ process: @escaping @Sendable (HandlerInput, inout Response) async throws -> Void
    ) -> SkillBuilder {
        addResponseInterceptors(FunctionResponseInterceptor(body: process))
    }

    /// Adds an error handler for the errors that `matcher` accepts.
    public func addErrorHandler(
        _ matcher: @escaping @Sendable (HandlerInput, any Error) async throws -> Bool,
        _ executor: @escaping @Sendable (HandlerInput, any Error) async throws -> Response
    ) -> SkillBuilder {
        addErrorHandlers(FunctionErrorHandler(matcher: matcher, executor: executor))
    }
}

private struct FunctionRequestHandler: RequestHandler {
    let matcher: @Sendable (HandlerInput) async throws -> Bool
    let executor: SkillBuilder.Executor

    func canHandle(handlerInput: HandlerInput) async throws -> Bool { try await matcher(handlerInput) }
    func handle(handlerInput: HandlerInput) async throws -> Response { try await executor(handlerInput) }
}

private struct FunctionRequestInterceptor: RequestInterceptor {
    let body: @Sendable (HandlerInput) async throws -> Void

    func process(handlerInput: HandlerInput) async throws { try await body(handlerInput) }
}

private struct FunctionResponseInterceptor: ResponseInterceptor {
    let body: @Sendable (HandlerInput, inout Response) async throws -> Void

    func process(handlerInput: HandlerInput, response: inout Response) async throws {
        try await body(handlerInput, &response)
    }
}

private struct FunctionErrorHandler: ErrorHandler {
    let matcher: @Sendable (HandlerInput, any Error) async throws -> Bool
    let executor: @Sendable (HandlerInput, any Error) async throws -> Response

    func canHandle(handlerInput: HandlerInput, error: any Error) async throws -> Bool {
        try await matcher(handlerInput, error)
    }
    func handle(handlerInput: HandlerInput, error: any Error) async throws -> Response {
        try await executor(handlerInput, error)
    }
}
