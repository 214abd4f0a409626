/// A response template of Home Assistant: the part of Jinja that its languages use. Macros are not supported.
struct ResponseTemplate: Sendable, Equatable {
    /// The most characters of a response, and the most steps of its making.
    static let (longest, maximumSteps) = (10_000, 100_000)

    private let nodes: [TemplateNode]

    /// Parses a template.
    /// - Throws: ``ResponseTemplateError`` for an error, or for what is not supported.
    init(_ text: String) throws(ResponseTemplateError) { nodes = try TemplateParser.parse(text) }

    /// Returns the response for values, with single spaces between its words, as Home Assistant writes it.
    /// - Throws: ``ResponseTemplateError`` for what is not supported, and for a response that is too long.
    func render(_ values: [String: TemplateValue]) throws(ResponseTemplateError) -> String {
        var renderer = TemplateRenderer(values)
        let text = try renderer.render(nodes)
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
