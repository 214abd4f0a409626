/// A builder of a skill out of handlers.
///
/// Each method returns a new builder and leaves the receiver unchanged, so that calls can be chained.
public struct SkillBuilder: Sendable {
    private var configuration = SkillConfiguration()

    /// Creates a builder of a skill without handlers.
    public init() {}

    /// Returns the skill's configuration so far.
    public func getSkillConfiguration() -> SkillConfiguration { configuration }

    /// Returns the skill.
    public func create() -> CustomSkill { CustomSkill(configuration) }

    /// Adds handlers after the existing ones.
    public func addRequestHandlers(_ handlers: any RequestHandler...) -> SkillBuilder {
        with { $0.requestHandlers += handlers.map { RequestHandlerChain($0) } }
    }

    /// Adds a handler with its own interceptors.
    public func addRequestHandler(
        _ handler: any RequestHandler, requestInterceptors: [any RequestInterceptor] = [],
        responseInterceptors: [any ResponseInterceptor] = []
    ) -> SkillBuilder {
        let chain = RequestHandlerChain(
            handler, requestInterceptors: requestInterceptors, responseInterceptors: responseInterceptors)
        return with { $0.requestHandlers.append(chain) }
    }

    /// Adds interceptors that run after the existing request interceptors.
    public func addRequestInterceptors(_ interceptors: any RequestInterceptor...) -> SkillBuilder {
        with { $0.requestInterceptors += interceptors }
    }

    /// Adds interceptors that run after the existing response interceptors.
    public func addResponseInterceptors(_ interceptors: any ResponseInterceptor...) -> SkillBuilder {
        with { $0.responseInterceptors += interceptors }
    }

    /// Adds error handlers after the existing ones.
    public func addErrorHandlers(_ handlers: any ErrorHandler...) -> SkillBuilder {
        with { $0.errorHandlers += handlers }
    }

    /// Sets the store of the persistent attributes.
    public func withPersistenceAdapter(_ persistenceAdapter: any PersistenceAdapter) -> SkillBuilder {
        with { $0.persistenceAdapter = persistenceAdapter }
    }

    /// Makes the skill answer requests for this application only.
    public func withSkillId(_ skillId: String) -> SkillBuilder {
        with { $0.skillId = skillId }
    }

    private func with(_ change: (inout SkillConfiguration) -> Void) -> SkillBuilder {
        var copy = self
        change(&copy.configuration)
        return copy
    }
}
