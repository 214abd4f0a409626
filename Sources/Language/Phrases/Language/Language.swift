/// The vocabulary of a language beyond the templates: numbers, times, words without meaning, yes, no and cancelling,
/// and the sentences that apps speak by themselves.
///
/// English is built in. Another language is read from a file (``init(contentsOf:)``). All words are in the
/// form of ``Token/key``.
public struct Language: Sendable, Equatable, Codable {
    /// The words of numbers.
    public var numbers: NumberVocabulary
    /// The words of dates, times of day and durations.
    public var times: TimeVocabulary
    /// The words around a command that have no meaning for it.
    public var fillers: FillerVocabulary
    /// The ways to agree and to disagree.
    public var replies: ReplyVocabulary
    /// The words about a question; absent means those of English.
    public var questions: QuestionVocabulary?
    /// The sentences about timers, alarms and reminders; absent means those of English.
    public var schedule: ScheduleVocabulary?
    /// The sentences that apps speak by themselves, by the names of ``BuiltInSentence``; those that are absent are
    /// English.
    public var sentences: [String: String]?
    /// The words around the names of skills, and of their built-in intents; absent means the built-in ones.
    public var skills: SkillVocabulary?
    /// The words that address an app by its name; absent means the built-in ones.
    public var addresses: AddressVocabulary?
    /// Words that carry no topic: `who`, `is`, `the`.
    public var functionWords: Set<String>
    /// Words that are written together with the next one, without their apostrophe: `l`, `d`, `qu` for `l'eau`,
    /// `d'orange`, `qu'il`. Each is a word of its own in all text and patterns, and so in the other words of the
    /// language: `j aimerais`. Absent means none.
    public var elisions: Set<String>?
    /// The words for signs behind or before a number: `percent` for the `%` of `50%`. Absent means none.
    public var symbols: [String: String]?
    /// Words that a recognizer confuses with digits, accepted among digits only: `won` for 1, `ate` for 8.
    public var soundAlikes: [String: Int]
    /// Words for things and people, each unlike the others and of several syllables, as Whisper writes them:
    /// `umbrella`. They stand for open parameters in Whisper's prompt. Absent means the built-in ones of the language,
    /// if any.
    public var examples: [String]?

    /// Creates a language from its vocabularies; nil ones are absent, as in a file.
    public init(
        numbers: NumberVocabulary, times: TimeVocabulary, fillers: FillerVocabulary, replies: ReplyVocabulary,
        questions: QuestionVocabulary? = nil, schedule: ScheduleVocabulary? = nil,
        sentences: [String: String]? = nil, skills: SkillVocabulary? = nil, addresses: AddressVocabulary? = nil,
        functionWords: Set<String>, elisions: Set<String>? = nil, symbols: [String: String]? = nil,
        soundAlikes: [String: Int], examples: [String]? = nil
    ) {
        (self.questions, self.schedule, self.sentences, self.skills) = (questions, schedule, sentences, skills)
        self.addresses = addresses
        (self.numbers, self.times, self.fillers, self.replies) = (numbers, times, fillers, replies)
        (self.functionWords, self.elisions, self.soundAlikes) = (functionWords, elisions, soundAlikes)
        (self.symbols, self.examples) = (symbols, examples)
    }

    /// The words about a question.
    public var questionWords: QuestionVocabulary { questions ?? .english }

    /// The words that make a command its opposite before the second part of its verb: the `nicht` of "ruf Anna nicht
    /// an". None for English.
    package var prohibitingBeforeVerbPart: Set<String> { isFor("en") ? [] : questionWords.prohibitingWords }

    /// The words that make a command its opposite directly behind its verb: the `nicht` of "ruf nicht Anna an", the
    /// `pas` of "appelle pas Anna". None for languages that negate before the verb.
    package var prohibitingBehindVerb: Set<String> {
        guard Self.negatingBehindVerb.contains(Self.code(of: numbers.language)) else { return [] }
        // The "ne" is before the verb that it negates: "note ne pas oublier le lait".
        return isFor("fr") ? questionWords.prohibitingWords.subtracting(["ne", "n"]) : questionWords.prohibitingWords
    }

    /// The words that do so behind an object, too: the `nicht` of "setze Milch nicht auf die Liste". None for French,
    /// where they belong to the object: "comment dit-on je ne sais pas en anglais".
    package var prohibitingBehindObject: Set<String> { isFor("fr") ? [] : prohibitingBehindVerb }

    /// The languages that negate behind the verb. In others, such words begin what is to be noted or searched for:
    /// "anota no comprar leche".
    private static let negatingBehindVerb: Set<String> = [
        "af", "da", "de", "fr", "fy", "is", "lb", "nb", "nl", "nn", "no", "sv",
    ]

    /// The words before a value that are no part of it: `a`, `the`, `some`. "No" and "which" are none, and "every
    /// monday" is more than monday.
    package var determinersOfValues: Set<String> {
        let words = questionWords
        let others = Set((words.disagreeing + words.doubting + ["each", "every"]).map(Words.key(of:)))
            .union(words.negatingWords)
        return Set(words.determiners.map(Words.key(of:))).union(numbers.articles).union(times.articles)
            .subtracting(others)
    }

    /// The sentences about timers, alarms and reminders.
    public var scheduleWords: ScheduleVocabulary { schedule ?? .english }

    /// The language of which everything is built in, and the default.
    public static let english = Language(
        numbers: .english, times: .english, fillers: .english, replies: .english,
        questions: .english, schedule: .english, sentences: BuiltInSentence.english, skills: .english,
        addresses: .english,
        functionWords: [
            "a", "across", "all", "am", "an", "and", "any", "are", "around", "at", "by", "can", "could", "did", "do",
            "does", "every", "for", "from", "had", "has", "have", "how", "i", "im", "in", "is", "it", "its", "me", "my",
            "of", "on", "or", "our", "some", "that", "the", "their", "there", "these", "they", "this", "those",
            "throughout", "to", "was", "we", "were", "what", "whats", "when", "where", "wheres", "which", "who", "whos",
            "why", "will", "with", "would", "you", "your",
        ],
        elisions: [],
        symbols: [
            "%": "percent", "°": "degrees", "°C": "degrees", "°F": "degrees", "€": "euros", "$": "dollars",
            "£": "pounds",
        ],
        soundAlikes: [
            "owe": 0, "won": 1, "to": 2, "too": 2, "tree": 3, "for": 4, "fore": 4, "sicks": 6, "sics": 6, "ate": 8,
        ],
        examples: builtInExamples["en"])
}
