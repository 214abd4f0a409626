import SaybusMessages
import SaybusPhrases

/// The language that the pipeline is in.
enum LanguageTag {
    /// The BCP 47 tag of the language file that `SAYBUS_LANGUAGE` names, such as `de`; nil without a file, and for
    /// English without a region, which is that of the USA.
    static let chosen = tag(of: .inUse)

    /// Returns whether a voice has a language in its name, whatever the region: `de+f3`, `gmw/de` and
    /// `de_DE-thorsten-medium` have that of `de-AT`.
    static func names(_ voice: String, _ language: String) -> Bool {
        guard let code = language.lowercased().split(separator: "-").first else { return false }
        // espeak-ng's path of a voice begins with the family of its language.
        let name = voice.lowercased().split(separator: "/").last ?? ""
        return name.prefix(while: \.isLetter) == code
    }

    /// Returns whether a name is a language with a script and a region at most, rather than a voice's own name: `de`,
    /// `de-AT`, `es-419`, `sr-Latn`, `zh-Hant-TW`.
    static func isTag(_ name: String) -> Bool {
        let parts = name.split(whereSeparator: { $0 == "-" || $0 == "_" })
        guard let code = parts.first, 2...3 ~= code.count, code.allSatisfy(\.isLetter) else { return false }
        let hasScript = parts.count > 1 && parts[1].count == 4 && parts[1].allSatisfy(\.isLetter)
        let regions = parts.dropFirst(hasScript ? 2 : 1)
        return regions.count <= 1
            && regions.allSatisfy { region in
                region.count == 2 && region.allSatisfy(\.isLetter)
                    || region.count == 3 && region.allSatisfy(\.isNumber)
            }
    }

    /// Returns the language that speech itself states: `xml:lang` of its first element, or a voice that is a language;
    /// nil for another voice.
    static func stated(by speech: AudioEvent.Speech) -> String? {
        if let tag = SSMLLanguage.tag(of: speech) { return tag }
        guard let name = speech.voice?.prefix(while: { $0 != "+" }), isTag(String(name)) else { return nil }
        // Voices have names of three letters, such as "slt".
        return Language.code(of: String(name)).count == 2 ? String(name) : nil
    }

    /// Returns the tag of a language that is not the default one.
    static func tag(of language: Language) -> String? {
        let tag = language.numbers.language
        return tag.lowercased() == "en" || tag.isEmpty || tag.utf8.count > 35 ? nil : tag
    }
}
