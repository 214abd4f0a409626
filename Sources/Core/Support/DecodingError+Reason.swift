extension DecodingError {
    /// The place and the problem in one line, in the words of JSON and YAML instead of those of Swift.
    var reason: String {
        switch self {
        case .keyNotFound(let key, let context): "\(Self.place(context)) lacks \(key.stringValue)"
        case .valueNotFound(_, let context): "\(Self.place(context)) is null"
        case .typeMismatch(let type, let context): "\(Self.place(context)) \(Self.mismatch(type))"
        case .dataCorrupted(let context): "\(Self.place(context)): \(Self.sentence(context))"
        @unknown default: "\(self)"
        }
    }

    /// Foundation's words for text that cannot be parsed tell nothing without their cause, which is a Swift value.
    private static func sentence(_ context: Context) -> String {
        context.debugDescription.hasPrefix("The given data was not valid")
            ? "it cannot be parsed" : context.debugDescription
    }

    private static func place(_ context: Context) -> String {
        guard !context.codingPath.isEmpty else { return "the content" }
        return context.codingPath.reduce(into: "") { path, key in
            path += key.intValue.map { "[\($0)]" } ?? (path.isEmpty ? "" : ".") + key.stringValue
        }
    }

    private static func mismatch(_ type: any Any.Type) -> String {
        switch type {
        case is String.Type: "is not a text"
        case is Bool.Type: "is not true or false"
        case is any BinaryInteger.Type: "is not an integer"
        case is any BinaryFloatingPoint.Type: "is not a number"
        case is any Sequence.Type: "\(type)".hasPrefix("Dictionary") ? "is not an object" : "is not a list"
        // Readers of YAML name types of their own.
        default: "is of another kind"
        }
    }
}
