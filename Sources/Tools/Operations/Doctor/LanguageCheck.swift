import Foundation
import SaybusPhrases

/// A check of the language file that `SAYBUS_LANGUAGE` names.
struct LanguageCheck {
    var language = Language.chosen
    /// The file; nil or empty for English.
    var file = ProcessInfo.processInfo.environment[Language.variable]

    /// Returns the language, and how much of it is absent or as in English.
    func finding() -> Finding {
        switch language {
        case .failure(let error):
            return Finding(
                "language", .missing, "\(error)", remedy: "no program starts with it: mend it, or unset SAYBUS_LANGUAGE"
            )
        case .success(let language):
            guard let file, !file.isEmpty else { return Finding("language", .good, "English") }
            let detail = "\(language.numbers.language), of \(file)"
            let count = language.isFor("en") ? 0 : language.untranslated.count
            guard count > 0 else { return Finding("language", .good, detail) }
            return Finding(
                "language", .hint,
                "\(detail); \(count) \(count == 1 ? "section" : "sections") with parts that are absent or as in English",
                remedy: "saybus language --check \(file) names them")
        }
    }
}
