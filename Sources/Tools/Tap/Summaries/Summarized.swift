import SaybusMessages

/// A kind of message that the tap can say in a few words.
protocol Summarized: BusMessage {
    /// What a person wants to know of it at once.
    func summary(_ header: Header) -> [Span]
}

/// Says in a few words what a message means.
public enum Summary {
    /// How many of a list's elements are worth showing.
    static let longest = 6

    /// The words for a body; nil for a type that the tap knows nothing of.
    public static func of(_ body: any BusMessage, _ header: Header) -> [Span]? {
        (body as? any Summarized)?.summary(header)
    }

    /// Why a message cannot be understood, and what there is of it.
    static func of(_ error: MessageError, body: [UInt8]) -> [Span] {
        let excerpt = String(decoding: body.prefix(400), as: UTF8.self)
        return [.bad(error.reason)] + (body.isEmpty ? [] : [.dim(excerpt)])
    }

    /// The first few of a list, and how many more there are.
    static func list(_ texts: [String], separator: String = " | ") -> String {
        let shown = texts.prefix(longest).joined(separator: separator)
        return texts.count > longest ? "\(shown)\(separator)… \(texts.count - longest) more" : shown
    }
}
