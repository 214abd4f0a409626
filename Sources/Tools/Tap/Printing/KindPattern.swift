import SaybusMessages

/// A pattern for one kind, or for all kinds with a prefix: `speech.transcript`, `speech.*`, `speech.`, `*`.
public struct KindPattern: Sendable, Equatable {
    private let text: String
    private let isPrefix: Bool

    /// Parses a pattern.
    ///
    /// A complete kind must exist in the catalog, since a misspelt one would match nothing without any error.
    /// A prefix need not match a known kind, so that kinds of other programs can be watched.
    public init(_ pattern: String) throws(TapError) {
        let isPrefix = pattern.hasSuffix("*") || pattern.hasSuffix(".")
        let text = pattern.hasSuffix("*") ? String(pattern.dropLast()) : pattern
        // A prefix is valid if one more letter makes it a valid kind.
        let kind = Kind(rawValue: isPrefix ? text + "x" : text)
        if isPrefix, kind == nil {
            throw TapError(.badFilter, "\"\(pattern)\" cannot be the beginning of a kind")
        }
        if !isPrefix, kind.flatMap({ MessageCatalog.type(of: $0) }) == nil {
            throw TapError(
                .unknownKind,
                "no kind is called \"\(pattern)\"; there are \(Self.known); a kind of your own, or the beginning of "
                    + "several, ends in an asterisk, as in '\(pattern)*'")
        }
        (self.text, self.isPrefix) = (text, isPrefix)
    }

    /// Returns the kind of a message that a person publishes or plays again.
    /// - Throws: ``TapError`` for a pattern, for a kind that is not of the pipeline, and for one of a shadow: decoded
    ///   and published, it would be a message of the kind that it shadows, on which all stages act.
    static func publishable(_ name: String) throws(TapError) -> Kind {
        guard !name.hasSuffix("*"), !name.hasSuffix(".") else {
            throw TapError(.badFilter, "\"\(name)\" is no whole kind")
        }
        guard let kind = Kind(rawValue: name), MessageCatalog.type(of: kind) != nil else {
            throw TapError(.unknownKind, "no kind of the pipeline is called \"\(name)\"; there are \(known)")
        }
        guard !kind.isShadow else {
            throw TapError(.unknownKind, "only a stage with --shadow publishes \(name): start one")
        }
        return kind
    }

    private static var known: String {
        var names: [String] = []
        for type in MessageCatalog.all { names.append(type.kind.rawValue) }
        return names.joined(separator: ", ")
    }

    /// Returns whether a kind is the pattern's, or begins with its prefix.
    public func matches(_ kind: Kind) -> Bool {
        isPrefix ? kind.rawValue.hasPrefix(text) : kind.rawValue == text
    }
}
