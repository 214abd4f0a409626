/// The sentences that apps speak by themselves, where their authors have given no words.
///
/// The raw value is the sentence in English. A language file has others under ``Language/sentences``, by the case's
/// ``name``: `"unheard": "Das habe ich nicht gehört."` A name in braces stands for a value.
public enum BuiltInSentence: String, Sendable, CaseIterable {
    // MARK: Questions

    /// The answer was lost or too noisy.
    case unheard = "Sorry, I could not hear you."
    /// Nobody answered.
    case noAnswer = "Sorry, I did not hear an answer."
    /// The answer means nothing.
    case notUnderstood = "Sorry, I did not understand."
    /// The last answer that could be given means nothing: the question is over.
    case givenUp = "Sorry, I did not understand that. Let's leave it."
    /// The answer is not suitable, with one of the reasons below.
    case unsuitable = "Sorry, {reason}"
    /// A reason: the words are no answer.
    case notAnAnswer = "\"{words}\" is no answer to this."
    /// A reason: the words are no number.
    case notANumber = "\"{words}\" is no number."
    /// A reason: the number is too small.
    case tooSmall = "{number} is less than {least}."
    /// A reason: the number is too large.
    case tooLarge = "{number} is more than {most}."
    /// A reason: the number is outside a range.
    case outside = "{number} is not between {least} and {most}."
    /// A reason: the words are a yes that may have been misheard.
    case misheard = "I may have misheard \"{words}\"."
    /// A reason: the words fit several answers.
    case ambiguous = "that may be {list}."
    /// The question about a command that may have been misheard, when its words are unknown.
    case isThatRight = "Is that right?"
    /// The question about a value that may have been misheard.
    case isValueRight = "{value}, is that right?"
    /// A command that may have been misheard was not meant, and is not carried out.
    case declined = "Okay."
    /// The question for a value of a skill.
    case askForValue = "Please tell me the {name}."
    /// Another question has precedence.
    case cannotAsk = "Sorry, I cannot ask you that now."
    /// The app of a command has gone.
    case appAbsent = "{app} is not there now."
    /// A command or a question has failed.
    case failed = "Sorry, that did not work."
    /// A timer is too short or too long.
    case badLength = "Sorry, I can set 1 second to 366 days."
    /// An alarm would have been in the past.
    case pastTime = "Sorry, that time is past."
    /// There is no room for another timer, alarm, reminder or entry of a list.
    case tooMany = "Sorry, there are too many already."

    /// The program stopped while it carried out a command.
    case interrupted = "Sorry, I was interrupted. Please check whether that was done."
    /// The actions of a timer, an alarm or a reminder were left out.
    case notDone = "That was not done."
    /// The audio stage was lost during an answer.
    case cutOff = "Sorry, my answer was cut off."
    /// A turn took too long, and nothing was carried out.
    case expired = "Sorry, that took too long. Please say it again."
    /// A turn has failed, and it is not known how much of it was carried out.
    case failedUnconfirmed = "Sorry, something went wrong. Please check whether that was done."

    // MARK: Help with questions

    /// The help with a question for agreement.
    case helpYesNo = "You can say yes or no."
    /// The help with a question for any words.
    case helpWords = "You can say any words, or cancel."
    /// The help with a question for a number.
    case helpNumber = "You can say a number."
    /// The help with a question for a number with a least value.
    case helpNumberFrom = "You can say a number from {least}."
    /// The help with a question for a number with a greatest value.
    case helpNumberUpTo = "You can say a number up to {most}."
    /// The help with a question for a number of a range.
    case helpNumberBetween = "You can say a number from {least} to {most}."
    /// The help with a question that offers a choice, with what can be chosen.
    case helpChoice = "You can say {list}."
    /// The help with a question for words of a pattern.
    case helpExample = "You can say, for example: {example}."

    // MARK: Commands

    /// A command among those that can be said.
    case sayCommand = "Say \"{example}\"."
    /// The place of any words in an example.
    case anyWords = "something"
    /// The number of commands that are not listed.
    case moreCommands = "And {count} more."
    /// There is nothing to repeat.
    case nothingSaid = "I have not said anything yet."

    // MARK: Lists and parts

    /// The word before the last of several alternatives.
    case or = "or"
    /// A list has more items.
    case sayMore = "Say \"more\" for more."
    /// A list has ended.
    case thatIsAll = "That is all."
    /// The answer to a command to hear a list that has no items.
    case emptyList = "There is nothing in the list."
    /// There is nothing after the last entry.
    case wasLast = "That was the last."
    /// There is nothing before the first entry.
    case wasFirst = "That was the first."
    /// The number of entries, when one beyond them was chosen.
    case entryCount = "There are {count}."
    /// The answer when an entry was chosen by a name that none of a list has.
    case noEntry = "There is no {name}."
    /// The question for an entry.
    case whichEntry = "Which one?"
    /// The question for one of several entries.
    case whichOf = "Which one: {list}?"
    /// The answer to "help" while a list is read.
    case helpList = "You can hear the list, go to the next or the previous one, or select one."
    /// There is nothing after the last part.
    case wasLastPart = "That was the last part."
    /// There is nothing before the first part.
    case wasFirstPart = "That was the first part."
    /// There are no parts.
    case nothingToTell = "There is nothing to tell."
    /// The parts end, as the user wants.
    case partsEnd = "All right."
    /// The answer to "help" while a text in parts is read.
    case helpParts = "Say next for the next part, previous for the one before, or repeat."

    // MARK: The voice

    /// The confirmation of another rate, in words a minute.
    case newRate = "I speak {rate} words a minute now."
    /// The confirmation of another volume, in percent.
    case newVolume = "The volume is {percent} percent."
    /// The new voice, spoken with it.
    case newVoice = "This is my voice now."
    /// The answer when a rate is missing, or out of range.
    case possibleRates = "Say a rate of 80 to 450 words a minute, or up to 2.5 times normal."
    /// The answer when a volume is missing, or out of range.
    case possibleVolumes = "Say a volume of 0 to 100 percent."
    /// The name of a voice is missing.
    case sayVoice = "Say the name of a voice."
    /// The answer when a voice was chosen by a name that none has.
    case noVoice = "I have no voice called {name}."
    /// The answer to "help" in the settings of the voice.
    case helpVoice = "You can ask me to speak faster, slower, louder or quieter, or with another voice."

    // MARK: Skills

    /// A skill does not answer in time.
    case skillSlow = "Sorry, {skill} takes too long to answer."
    /// A skill's server cannot be reached, or its program has ended.
    case skillUnreachable = "Sorry, {skill} cannot be reached."
    /// A skill reports an error.
    case skillFailed = "Sorry, something went wrong in {skill}."
    /// A skill's answer is invalid.
    case skillInvalid = "Sorry, I do not understand the answer of {skill}."

    /// All sentences in English, by their names.
    static let english = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0.rawValue) })

    /// The name in a language file.
    public var name: String { String(describing: self) }

    /// Returns the sentence in a language, with values in place of their names.
    public func text(_ values: [String: String] = [:], in language: Language = .inUse) -> String {
        SentenceTemplate.fill(language.sentences?[name] ?? rawValue, values)
    }

    /// Returns what is wrong with the sentences of a language file; nil when nothing is.
    static func problem(in sentences: [String: String]) -> String? {
        for (name, sentence) in sentences.sorted(by: { $0.key < $1.key }) {
            guard let english = Self.english[name] else { return "there is no sentence \"\(name)\"" }
            if let problem = SentenceTemplate.problem(sentence, values: SentenceTemplate.names(in: english)) {
                return "\(name) \(problem)"
            }
        }
        return nil
    }
}
