import Phrases

/// The literal words of a pattern.
enum PatternWords {
    /// The words; none of a pattern that cannot be read.
    static func literals(_ pattern: String) -> [String] {
        guard let template = try? PhraseTemplate(pattern) else { return [] }
        return template.elements.compactMap { element in
            guard case .word(let word) = element else { return nil }
            return word
        }
    }
}
