import SaybusMessages
import SaybusPhrases

extension Catalog {
    /// Whether the commands are English, and are said by people who speak English. Only of English words it is known
    /// how they sound, and which ones are small.
    var isEnglish: Bool { language.lowercased().hasPrefix("en") && Language.inUse == .english }
}
