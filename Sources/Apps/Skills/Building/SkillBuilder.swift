/// Makes a skill out of handlers.
///
/// Each method gives a new builder and leaves the old one as it was, so that calls are chained.
public struct SkillBuilder: Sendable {
    private var configuration = SkillConfiguration()

    /// A builder of a skill that answers nothing yet.
    public init() {}

    /// What the skill is made of so far.
    public func getSkillConfiguration() -> SkillConfiguration { configuration }

    /// The skill.
    public func create() -> CustomSkill { CustomSkill(configuration) }

    /// Handlers, to be asked after those that are there.
    public func addRequestHandlers(_ handlers: any RequestHandler...) -> SkillBuilder {
        with { $0.requestHandlers += handlers.map { RequestHandlerChain($0) } }
    }

    /// A handler with interceptors of its own.
    public func addRequestHandler(
        _ handler: any RequestHandler, requestInterceptors: [any RequestInterceptor] = [],
        responseInterceptors: [any ResponseInterceptor] = []
    ) -> SkillBuilder {
        let chain = RequestHandlerChain(
            handler, requestInterceptors: requestInterceptors, responseInterceptors: responseInterceptors)
        return with { $0.requestHandlers.append(chain) }
    }

    /// Interceptors, to be run after those that are there.
    public func addRequestInterceptors(_ interceptors: any RequestInterceptor...) -> SkillBuilder {
        with { $0.requestInterceptors += interceptors }
    }

    /// Interceptors, to be run after those that are there.
    public func addResponseInterceptors(_ interceptors: any ResponseInterceptor...) -> SkillBuilder {
        with { $0.responseInterceptors += interceptors }
    }

    /// Error handlers, to be asked after those that are there.
    public func addErrorHandlers(_ handlers: any ErrorHandler...) -> SkillBuilder {
        with { $0.errorHandlers += handlers }
    }

    /// Keeps the persistent attributes.
    public func withPersistenceAdapter(_ persistenceAdapter: any PersistenceAdapter) -> SkillBuilder {
        with { $0.persistenceAdapter = persistenceAdapter }
    }

    /// Answers requests for this application only.
    public func withSkillId(_ skillId: String) -> SkillBuilder {
        with { $0.skillId = skillId }
    }

    private func with(_ change: (inout SkillConfiguration) -> Void) -> SkillBuilder {
        var copy = self
        change(&copy.configuration)
        return copy
    }
}
