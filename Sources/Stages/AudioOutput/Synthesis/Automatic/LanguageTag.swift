import SaybusPhrases

/// The language that the pipeline is in.
enum LanguageTag {
    /// The BCP 47 tag of the language file that `SAYBUS_LANGUAGE` names, such as `de`; nil without a file, and for
    /// English without a region, which is that of the USA.
    static let chosen = tag(of: .inUse)

    /// Returns the tag of a language that is not the default one.
    static func tag(of language: Language) -> String? {
        let tag = language.numbers.language
        return tag.lowercased() == "en" || tag.isEmpty || tag.utf8.count > 35 ? nil : tag
    }
}
