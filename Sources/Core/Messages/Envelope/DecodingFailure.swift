/// The description of JSON that could not be decoded.
enum DecodingFailure {
    /// Returns the place and the problem as a phrase.
    /// - Parameters:
    ///   - error: The error of the decoder.
    ///   - bytes: The JSON text.
    ///   - schema: The expected shape.
    ///   - whole: The words for the text as a whole.
    static func describe(_ error: any Error, in bytes: [UInt8], schema: Schema, whole: String) -> String {
        guard let error = error as? DecodingError else { return (error as? MessageError)?.reason ?? "\(error)" }
        func path(_ context: DecodingError.Context) -> String {
            let path = context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }
            return path.isEmpty ? whole : path.joined(separator: ".")
        }
        switch error {
        case .dataCorrupted(let context)
        where context.codingPath.isEmpty || context.debugDescription.hasPrefix("Parsed JSON number"):
            guard let value = try? JSONValue(parsing: bytes) else { return "\(whole): \(context.debugDescription)" }
            // For a number that its field cannot hold, Foundation only says "not valid JSON".
            guard let violation = schema.validate(value).first(where: { !$0.path.isEmpty }) else {
                return "a number is too large, or has a fraction where a whole number belongs"
            }
            let place = violation.path.dropFirst().split(separator: "/").joined(separator: ".")
            return "\(place): \(violation.expectation)"
        case .keyNotFound(let key, let context): return "\(path(context)) has no \"\(key.stringValue)\""
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            return "\(path(context)): \(context.debugDescription)"
        @unknown default: return "\(error)"
        }
    }
}
