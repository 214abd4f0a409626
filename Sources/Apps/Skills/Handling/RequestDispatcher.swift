/// The dispatcher of requests to their handlers.
///
/// The order is: the skill's request interceptors; `canHandle` of each handler until one returns true; that
/// handler's request interceptors; its `handle`; its response interceptors; the skill's response interceptors.
/// Errors thrown by any of them go to the error handlers.
struct RequestDispatcher: Sendable {
    let configuration: SkillConfiguration

    func dispatch(_ input: HandlerInput) async throws -> Response {
        do {
            return try await answer(input)
        } catch {
            // The caller of a cancelled turn no longer waits for an answer.
            if Task.isCancelled { throw error }
            guard let handler = try await errorHandler(input, error) else { throw error }
            return try await handler.handle(handlerInput: input, error: error)
        }
    }

    private func answer(_ input: HandlerInput) async throws -> Response {
        for interceptor in configuration.requestInterceptors { try await interceptor.process(handlerInput: input) }
        let chain = try await chain(input)
        for interceptor in chain.requestInterceptors { try await interceptor.process(handlerInput: input) }
        var response = try await chain.requestHandler.handle(handlerInput: input)
        for interceptor in chain.responseInterceptors + configuration.responseInterceptors {
            try await interceptor.process(handlerInput: input, response: &response)
        }
        return response
    }

    private func chain(_ input: HandlerInput) async throws -> RequestHandlerChain {
        for chain in configuration.requestHandlers
        where try await chain.requestHandler.canHandle(handlerInput: input) {
            return chain
        }
        let request = input.requestEnvelope.request
        throw SkillError(
            .noHandler,
            "no handler of the skill takes \(request.intent?.name ?? request.type): add one, or an error handler for "
                + SkillError.Code.noHandler.rawValue)
    }

    private func errorHandler(_ input: HandlerInput, _ error: any Error) async throws -> (any ErrorHandler)? {
        for handler in configuration.errorHandlers
        where try await handler.canHandle(handlerInput: input, error: error) {
            return handler
        }
        return nil
    }
}
