/// A handler with interceptors of its own.
public struct RequestHandlerChain: Sendable {
    /// The handler.
    public var requestHandler: any RequestHandler
    /// Run before it, after those of the skill.
    public var requestInterceptors: [any RequestInterceptor]
    /// Run after it, before those of the skill.
    public var responseInterceptors: [any ResponseInterceptor]

    /// A handler with interceptors.
    public init(
        _ requestHandler: any RequestHandler, requestInterceptors: [any RequestInterceptor] = [],
        responseInterceptors: [any ResponseInterceptor] = []
    ) {
        self.requestHandler = requestHandler
        (self.requestInterceptors, self.responseInterceptors) = (requestInterceptors, responseInterceptors)
    }
}
