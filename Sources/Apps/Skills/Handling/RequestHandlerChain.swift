/// A handler with its own interceptors.
public struct RequestHandlerChain: Sendable {
    /// The handler, between the interceptors.
    public var requestHandler: any RequestHandler
    /// Interceptors that run before the handler, after the skill's request interceptors.
    public var requestInterceptors: [any RequestInterceptor]
    /// Interceptors that run after the handler, before the skill's response interceptors.
    public var responseInterceptors: [any ResponseInterceptor]

    /// Creates a handler with its own interceptors.
    public init(
        _ requestHandler: any RequestHandler, requestInterceptors: [any RequestInterceptor] = [],
        responseInterceptors: [any ResponseInterceptor] = []
    ) {
        self.requestHandler = requestHandler
        (self.requestInterceptors, self.responseInterceptors) = (requestInterceptors, responseInterceptors)
    }
}
