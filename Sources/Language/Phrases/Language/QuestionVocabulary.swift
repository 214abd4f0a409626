/// The words with which people talk about a question: they call it off, ask for help with it, or put the answer into a
/// sentence.
///
/// Requests, the standard commands and the built-in intents of skills share these words. Patterns are in the language
/// of ``PhraseTemplate``. The other lists hold plain words in lower case.
public struct QuestionVocabulary: Sendable, Equatable, Codable {
    /// The patterns that call a question off.
    public var cancel: [String]
    /// The patterns that call a question off where they are no command: `stop`. Absent means none.
    public var stop: [String]?
    /// The patterns that ask for help with a question.
    public var help: [String]
    /// The patterns that ask to hear the last words again.
    public var again: [String]
    /// The patterns that ask to hear a question again where they are no command: `what`, `sorry`. Absent means none.
    public var pardon: [String]?
    /// The patterns that ask for the possible answers.
    public var options: [String]
    /// The patterns that ask for the next part of a long answer.
    public var more: [String]
    /// The patterns that choose the last of several. Absent means those of English: see ``lastOne``.
    public var last: [String]?
    /// Phrases that may precede a value: `i'd like`, `make it`.
    public var beforeValue: [String]
    /// Phrases that may follow a value: `please`, `i think`.
    public var afterValue: [String]
    /// Words of measure that may follow a number: `minutes`, `dollars`.
    public var units: [String]
    /// The words of ``units`` that follow only the number one: `minute`. Speech recognizers do not expect them after
    /// other numbers. Absent means none.
    public var unitsOfOne: [String]?
    /// Phrases after which the value counts that is said next: `no`, `i mean`.
    public var corrections: [String]
    /// Words that exclude the value after them: `not`.
    public var negations: [String]
    /// Words that turn a command into its opposite: `don't`, in the form of ``Token/key``. Absent means
    /// those of English: see ``opposingWords``.
    public var opposing: Set<String>?
    /// Phrases that exclude the value after them: `anything but`. Absent means those of English: see
    /// ``excludingPhrases``.
    public var excluding: [String]?
    /// Phrases of `cancel` that call a question off even after a yes, as patterns: `never mind`. Absent means those of
    /// English: see ``dismissingPatterns``.
    public var dismissing: [String]?
    /// Words of ``opposing`` that forbid what follows, and say nothing about a value before them: `don't`, but not
    /// `won't`. Absent means those of English: see ``prohibitingWords``.
    public var prohibiting: Set<String>?
    /// Phrases with a word of ``opposing`` or ``disagreeing`` that reject nothing: `don't worry`. Absent means those of
    /// English: see ``neutralPhrases``.
    public var neutral: [String]?
    /// Phrases that reject no value, but may object after a yes: `don't know`. Absent means those of English: see
    /// ``unsurePhrases``.
    public var unsure: [String]?
    /// Phrases that make the value after them a limit, which is not rejected: `more than`. Absent means those of
    /// English: see ``limitPhrases``.
    public var limits: [String]?
    /// Words that join values: `or`. Absent means those of English: see ``joiningWords``.
    public var joining: Set<String>?
    /// Words after which `one` stands for a thing, and is no number: `the`, `that`.
    public var determiners: [String]
    /// Words that agree when they begin a sentence.
    public var agreeing: [String]
    /// Words that disagree when they begin a sentence.
    public var disagreeing: [String]
    /// Words that make a sentence a question or an objection, which neither agrees nor disagrees.
    public var doubting: [String]

    /// The patterns that choose the last of several.
    public var lastOne: [String] { last ?? Self.english.last ?? [] }

    /// The words that turn a command into its opposite. A language file of an earlier version has none, and must not
    /// lead to commands that nobody gave.
    public var opposingWords: Set<String> { opposing ?? Self.english.opposing ?? [] }

    /// The phrases that exclude the value after them.
    public var excludingPhrases: [String] { excluding ?? Self.english.excluding ?? [] }

    /// The patterns that call a question off even after a yes.
    public var dismissingPatterns: [String] { dismissing ?? Self.english.dismissing ?? [] }

    /// The words that forbid what follows.
    public var prohibitingWords: Set<String> { prohibiting ?? Self.english.prohibiting ?? [] }

    /// The keys of the words that turn what follows into its opposite, or forbid it.
    public var negatingWords: Set<String> {
        opposingWords.union(prohibitingWords).union(negations.map(Words.key))
    }

    /// The phrases that reject nothing.
    public var neutralPhrases: [String] { neutral ?? Self.english.neutral ?? [] }

    /// The phrases that reject no value, but may object after a yes.
    public var unsurePhrases: [String] { unsure ?? Self.english.unsure ?? [] }

    /// The phrases that make the value after them a limit.
    public var limitPhrases: [String] { limits ?? Self.english.limits ?? [] }

    /// The words that join values.
    public var joiningWords: Set<String> { joining ?? Self.english.joining ?? [] }

    /// The words of English, also for languages whose file has none.
    public static let english = QuestionVocabulary(
        cancel: ["cancel [(that|it|this)]", "(never mind|nevermind)", "forget (it|that|about it)"],
        stop: ["stop [(it|that|asking)]", "(leave|drop|skip) it"],
        help: [
            "help [me] [please]", "(can|could) you help me", "i need [some] help", "what (can|could|should) i say",
            "what do you (mean|need|want)", "what are you asking [me]", "i (don't|do not) understand [the question]",
            "i (don't|do not) know what to say",
        ],
        again: [
            "repeat [(that|it|the question)] [please]", "[please] say (that|it) again [please]", "again", "once more",
            "one more time", "come again", "(what|how) did you say", "what was (that|the question)", "pardon [me]",
            "i (didn't|did not) (get|catch|hear) that",
            "(can|could) you (repeat that|say that again|repeat the question)",
            "ask [me] again", "what did you ask [me]",
        ],
        pardon: [
            "what", "huh", "[i'm] sorry", "sorry what", "excuse me", "i beg your pardon", "beg [your] pardon",
            "say again", "what's that", "how's that",
        ],
        options: [
            "what are (my|the) (options|choices)", "what can i (choose|choose from|have|pick|take)",
            "(what|which) (options|choices) (are there|do i have|have i got)", "what (is|was) there",
            "what do you have", "(list|read|tell me) (them|the options|the choices|my options) [again]",
            "which ones are there",
        ],
        more: [
            "[(show|tell|give) me] more [please]", "[and] what else", "anything else",
            "(read|say|list) (more|the rest)",
            "tell me the rest", "the next ones",
        ],
        last: ["[the] last [one]"],
        beforeValue: [
            "it's", "it is", "that's", "i'd like", "i would like", "i'd prefer", "i want", "i need", "i'll take",
            "i'll have", "i will take", "i take", "i choose", "i think", "i guess", "i meant", "i mean", "i said",
            "i'd say", "let's say", "make it", "make that", "give me", "can i have", "take", "select", "choose", "say",
            "about", "around", "maybe", "just", "only", "exactly", "yes", "yeah", "no", "well", "okay", "for", "the",
            "a", "an", "my", "with", "please", "um", "uh", "it should be", "go for", "to", "at", "in",
        ],
        afterValue: [
            "please", "i think", "i guess", "thanks", "thank you", "one", "ones", "then", "for me", "would be fine",
            "would be good", "is fine", "would be nice", "will do", "maybe", "or so", "sounds good", "um", "uh",
            "instead",
        ],
        units: [
            "second", "seconds", "minute", "minutes", "hour", "hours", "day", "days", "week", "weeks", "month",
            "months", "year", "years", "percent", "degrees", "dollar", "dollars", "euro", "euros", "pounds", "cents",
            "times", "pieces", "people", "persons", "of them", "kilos", "grams", "liters", "cups", "meters",
            "kilometers", "miles",
        ],
        unitsOfOne: ["second", "minute", "hour", "day", "week", "month", "year", "dollar"],
        corrections: [
            "no", "nope", "sorry", "i mean", "i meant", "actually", "wait", "rather", "correction", "make that",
        ],
        negations: ["not", "never", "isn't", "without", "except"],
        opposing: [
            "not", "never", "dont", "doesnt", "didnt", "cant", "cannot", "couldnt", "wont", "wouldnt", "shouldnt",
            "isnt", "arent", "wasnt",
        ],
        excluding: [
            "anything but", "everything but", "all but", "any but", "other than", "rather than", "instead of",
            "no longer",
            "don't care for",
            "don't care about", "don't know about", "don't know if", "not sure about", "not sure if", "don't ask for",
            "don't worry about",
        ],
        dismissing: ["(never mind|nevermind)", "forget (it|that|about it)"],
        prohibiting: ["not", "never", "dont"],
        neutral: [
            "don't mind", "do not mind", "doesn't matter", "does not matter", "don't worry", "do not worry",
            "don't forget", "do not forget", "don't ask", "do not ask", "can't wait", "cannot wait", "why not",
            "why don't we", "no problem", "no worries",
        ],
        unsure: [
            "don't know", "do not know", "don't care", "do not care", "not sure", "not certain", "not at all",
            "not hungry", "not very hungry", "not too hungry", "not that hungry", "not thirsty", "not too many",
            "not too much", "not many", "not much", "no idea", "no clue",
        ],
        limits: ["more than", "less than", "fewer than", "later than", "earlier than", "before", "until"],
        joining: ["and", "or", "nor"],
        determiners: [
            "the", "a", "an", "that", "this", "another", "any", "each", "every", "which", "some", "no", "my",
        ],
        agreeing: ["yes", "yeah", "yep", "yup", "sure", "absolutely", "definitely", "certainly"],
        disagreeing: ["no", "nope", "nah"],
        doubting: [
            "but", "or", "what", "why", "how", "when", "who", "which", "where", "unless", "if", "wait", "maybe", "hold",
            "can", "could",
        ])
}
