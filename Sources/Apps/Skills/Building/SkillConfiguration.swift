/// What a skill is made of.
public struct SkillConfiguration: Sendable {
    /// The handlers, in the order in which they are asked.
    public var requestHandlers: [RequestHandlerChain] = []
    /// Run before the handler is looked for, in this order.
    public var requestInterceptors: [any RequestInterceptor] = []
    /// Run after the handler, in this order.
    public var responseInterceptors: [any ResponseInterceptor] = []
    /// In the order in which they are asked.
    public var errorHandlers: [any ErrorHandler] = []
    /// Keeps the persistent attributes; nil for none.
    public var persistenceAdapter: (any PersistenceAdapter)?
    /// The only application whose requests are answered; nil for any.
    public var skillId: String?

    /// A skill that answers nothing yet.
    public init() {}
}
