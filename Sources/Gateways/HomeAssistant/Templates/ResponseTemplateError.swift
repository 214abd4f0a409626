/// An error in a response template, or a part of Jinja that is not supported.
struct ResponseTemplateError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A sentence about what happened.
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// The sentence.
    var description: String { reason }
}
