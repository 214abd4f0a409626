import SaybusMessages

/// A kind, or the beginning of several: `speech.transcript`, `speech.*`, `speech.`, `*`.
public struct KindPattern: Sendable, Equatable {
    private let text: String
    private let isPrefix: Bool

    /// Reads a pattern. A whole kind must be one that exists, since a misspelt one would wait in silence; a beginning need not, so that
    /// kinds of other programs can be watched.
    public init(_ pattern: String) throws(TapError) {
        let isPrefix = pattern.hasSuffix("*") || pattern.hasSuffix(".")
        let text = pattern.hasSuffix("*") ? String(pattern.dropLast()) : pattern
        // A beginning is right when some letter makes a kind of it.
        let kind = Kind(rawValue: isPrefix ? text + "x" : text)
        if isPrefix, kind == nil {
            throw TapError(.badFilter, "\"\(pattern)\" cannot be the beginning of a kind")
        }
        if !isPrefix, kind.flatMap({ MessageCatalog.type(of: $0) }) == nil {
            throw TapError(
                .unknownKind,
                "no kind is called \"\(pattern)\"; there are \(Self.known); or write a beginning, as in 'speech.*'")
        }
        (self.text, self.isPrefix) = (text, isPrefix)
    }

    private static var known: String {
        var names: [String] = []
        for type in MessageCatalog.all { names.append(type.kind.rawValue) }
        return names.joined(separator: ", ")
    }

    /// Whether a kind is meant.
    public func matches(_ kind: Kind) -> Bool {
        isPrefix ? kind.rawValue.hasPrefix(text) : kind.rawValue == text
    }
}
