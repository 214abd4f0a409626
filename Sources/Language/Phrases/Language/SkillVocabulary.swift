/// The words with which people call a skill by its name, and say the built-in intents of skills.
///
/// All phrases are patterns of ``PhraseTemplate``. In ``open``, ``close``, ``before`` and ``after``, `<name>` stands
/// for the skill's name.
public struct SkillVocabulary: Sendable, Equatable, Codable {
    /// The place of the skill's name in a phrase.
    public static let name = "<name>"

    /// The optional words before a name: `the`, `my`.
    public var articles: [String]
    /// The optional words after a name: `skill`, `game`.
    public var nouns: [String]
    /// The phrases that open a skill: `open <name>`.
    public var open: [String]
    /// The phrases that end an open skill: `close <name>`; absent means the built-in ones.
    public var close: [String]?
    /// The phrases before a request to a skill: `ask <name> to`.
    public var before: [String]
    /// The phrases after a request to a skill: `from <name>`.
    public var after: [String]
    /// The phrases of built-in intents, by the intent's name after `AMAZON.`. For an intent that is absent, the words
    /// of the language's replies and questions count.
    var intents: [String: [String]]
    /// The sentence after an answer that a skill does not understand.
    public var notUnderstood: String
    /// The sentence with which a session ends after several such answers.
    public var givesUp: String

    /// Creates a vocabulary from patterns with the places described above.
    public init(
        articles: [String], nouns: [String], open: [String], close: [String]? = nil, before: [String],
        after: [String], intents: [String: [String]], notUnderstood: String, givesUp: String
    ) {
        (self.articles, self.nouns, self.open, self.close) = (articles, nouns, open, close)
        (self.before, self.after) = (before, after)
        (self.intents, self.notUnderstood, self.givesUp) = (intents, notUnderstood, givesUp)
    }

    /// Returns the vocabulary for a skill's language: that of the language file, if the file is for this language, else
    /// the built-in German or English.
    ///
    /// Parts of the file that are still those of English count as absent.
    /// - Parameters:
    ///   - tag: A BCP 47 tag, such as `de-DE`.
    ///   - language: The language file in use.
    public static func words(for tag: String, in language: Language = .inUse) -> SkillVocabulary {
        guard language.isFor(tag), let own = language.skills else { return built(for: tag) }
        return own.completed(by: built(for: tag))
    }

    /// Replaces the parts that are still those of English, as in a file that has been translated in part.
    /// - Parameter built: The built-in vocabulary of the language.
    private func completed(by built: SkillVocabulary) -> SkillVocabulary {
        let english = Self.english
        /// Files have sorted lists, so the order of phrases says nothing.
        func isEnglish(_ own: [String]?, _ theirs: [String]?) -> Bool { own.map { Set($0) } == theirs.map { Set($0) } }
        func chosen(_ part: KeyPath<SkillVocabulary, [String]>) -> [String] {
            isEnglish(self[keyPath: part], english[keyPath: part]) ? built[keyPath: part] : self[keyPath: part]
        }
        // Translated intents, and those that the file leaves out on purpose, stay as they are.
        let translated = intents.filter { !isEnglish($0.value, english.intents[$0.key]) }
        let missing = built.intents.filter { name, _ in
            translated[name] == nil && (intents[name] != nil || english.intents[name] == nil)
        }
        return SkillVocabulary(
            articles: chosen(\.articles), nouns: chosen(\.nouns), open: chosen(\.open),
            close: close == nil || isEnglish(close, english.close) ? built.close : close,
            before: chosen(\.before), after: chosen(\.after), intents: translated.merging(missing) { own, _ in own },
            notUnderstood: notUnderstood == english.notUnderstood ? built.notUnderstood : notUnderstood,
            givesUp: givesUp == english.givesUp ? built.givesUp : givesUp)
    }

    /// Returns the phrases of a built-in intent in a skill's language; none for an intent that cannot be said.
    /// - Parameters:
    ///   - intent: The intent's name, with or without `AMAZON.`.
    ///   - tag: A BCP 47 tag, such as `de-DE`.
    ///   - language: The language file in use.
    public static func patterns(of intent: String, for tag: String, in language: Language = .inUse) -> [String] {
        let name = intent.hasPrefix("AMAZON.") ? String(intent.dropFirst(7)) : intent
        let own = words(for: tag, in: language).intents[name] ?? []
        // German has all phrases in its own vocabulary, as long as no language file has replies in German.
        guard language.isFor(tag) || !isGerman(tag) else { return own }
        let words = language.isFor(tag) ? language : .english
        let general: [String] =
            switch name {
            case "YesIntent": words.replies.yes
            case "NoIntent": words.replies.no
            case "CancelIntent": words.questionWords.cancel
            case "HelpIntent": words.questionWords.help
            case "RepeatIntent": words.questionWords.again
            case "MoreIntent": words.questionWords.more
            default: []
            }
        return general + own.filter { !general.contains($0) }
    }

    private static func isGerman(_ tag: String) -> Bool { Language.code(of: tag) == "de" }

    private static func built(for tag: String) -> SkillVocabulary { isGerman(tag) ? .german : .english }
}
