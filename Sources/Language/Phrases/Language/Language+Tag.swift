extension Language {
    /// Returns the language's code in a BCP 47 tag, without its region: `de` of `de-AT`.
    public static func code(of tag: String) -> String {
        String(tag.prefix { $0 != "-" && $0 != "_" }).lowercased()
    }

    /// Returns whether the vocabulary is for the language of a BCP 47 tag, in whatever region.
    public func isFor(_ tag: String) -> Bool { Self.code(of: tag) == Self.code(of: numbers.language) }
}
