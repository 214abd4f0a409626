/// The handlers, interceptors and stores of a skill.
public struct SkillConfiguration: Sendable {
    /// The handlers, in the order in which the dispatcher asks them.
    public var requestHandlers: [RequestHandlerChain] = []
    /// Interceptors that run in this order before a handler is chosen.
    public var requestInterceptors: [any RequestInterceptor] = []
    /// Interceptors that run in this order after the handler.
    public var responseInterceptors: [any ResponseInterceptor] = []
    /// The error handlers, in the order in which the dispatcher asks them.
    public var errorHandlers: [any ErrorHandler] = []
    /// The store of the persistent attributes; nil for none.
    public var persistenceAdapter: (any PersistenceAdapter)?
    /// The only application whose requests the skill answers; nil for any.
    public var skillId: String?

    /// Creates the configuration of a skill without handlers.
    public init() {}
}
