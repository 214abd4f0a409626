import SaybusMessages

/// A message body with a summary of a few words.
protocol Summarized: BusMessage {
    /// Returns the essential content for a person who watches the bus.
    func summary(_ header: Header) -> [Span]
}

/// Summaries of messages in a few words.
public enum Summary {
    /// The maximum number of elements shown of a list.
    static let maximumShown = 6

    /// Returns the summary of a body; nil for a type without one.
    public static func of(_ body: any BusMessage, _ header: Header) -> [Span]? {
        (body as? any Summarized)?.summary(header)
    }

    /// Returns the reason for a decoding error, and the beginning of the body.
    static func of(_ error: MessageError, body: [UInt8]) -> [Span] {
        let excerpt = String(decoding: body.prefix(400), as: UTF8.self)
        return [.bad(error.reason)] + (body.isEmpty ? [] : [.dim(excerpt)])
    }

    /// Returns the first elements of a list, and the number of those left out.
    static func list(_ texts: [String], separator: String = " | ") -> String {
        let shown = texts.prefix(maximumShown).joined(separator: separator)
        return texts.count > maximumShown ? "\(shown)\(separator)… \(texts.count - maximumShown) more" : shown
    }
}
