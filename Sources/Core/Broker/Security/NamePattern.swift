/// A pattern of names in a policy: a name, in which `*` stands for any text, also for none.
struct NamePattern: Sendable, Hashable {
    /// The pattern as written.
    let text: String
    private let parts: [Substring]

    /// Parses a pattern; nil when it is empty, or longer than any name.
    init?(_ text: String) {
        guard !text.isEmpty, text.utf8.count <= 128 else { return nil }
        self.text = text
        parts = text.split(separator: "*", omittingEmptySubsequences: false)
    }

    /// Returns whether a name has the form of the pattern.
    func matches(_ name: String) -> Bool {
        guard let first = parts.first, let last = parts.last, parts.count > 1 else { return name == text }
        guard name.hasPrefix(first) else { return false }
        var rest = name.dropFirst(first.count)
        // Of all places where a part between two asterisks can be, the first leaves the most for the others.
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let place = rest.firstRange(of: part) else { return false }
            rest = rest[place.upperBound...]
        }
        return rest.hasSuffix(last)
    }
}

extension Set<NamePattern> {
    /// Returns whether one of the patterns matches.
    func matches(_ name: String) -> Bool { contains { $0.matches(name) } }
}
