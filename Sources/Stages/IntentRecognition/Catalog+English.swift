import SaybusMessages
import SaybusPhrases

extension Catalog {
    /// Whether the commands are English, and the language in use is, too. Sounds and function words are known of
    /// English only.
    var isEnglish: Bool { language.lowercased().hasPrefix("en") && Language.inUse == .english }
}
