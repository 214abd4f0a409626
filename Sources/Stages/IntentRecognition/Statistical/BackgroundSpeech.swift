import SaybusPhrases
import SaybusStatisticalMatching

/// English background speech that is not addressed to the assistant, and fillers for open parameters.
enum BackgroundSpeech {
    /// The words that may surround any command.
    static let surroundingWords: Set<String> = [
        "please", "thanks", "thank", "you", "can", "could", "would", "will", "i", "id", "want", "to", "like", "need",
        "the", "a", "an", "my", "me", "us", "now", "just", "hey", "ok", "okay", "um", "uh", "so", "well", "for", "of",
        "let",
    ]

    /// The words of polite, hurried or hesitant people.
    private static let politeWords: Set<String> = [
        "kindly", "mind", "maybe", "perhaps", "really", "right", "away", "quick", "quickly", "fast", "again", "already",
        "possible", "possibly", "able", "know", "love", "wonder", "wondering", "think", "guess", "here", "there",
        "simply", "alright", "hello", "hi", "yes", "yeah", "dear", "sir", "computer", "assistant", "today", "good",
        "great", "nice", "sorry", "immediately", "bit", "up", "also", "too", "one",
    ]

    /// The words of the phrases that may stand before and after a command in the language in use.
    static let ownFillers: Set<String> = {
        let vocabulary = Language.inUse.fillers
        return Set((vocabulary.leading + vocabulary.trailing).flatMap { Words.tokenize($0).map(\.key) })
    }()

    /// The words that may stand beside those of a command in English.
    static let fillers: Set<String> =
        surroundingWords.union(politeWords).union(Language.inUse.functionWords).union(ownFillers)
        .subtracting(indispensableWords)

    /// The words without which a pattern that has them is not meant, and which no pattern without them means.
    static let indispensableWords: Set<String> = ["all", "both", "every", "off", "down", "out", "next", "other"]

    /// The words that turn a command whose patterns have the other one of a pair.
    static let opposites = ["on": "off", "off": "on", "up": "down", "down": "up", "in": "out", "out": "in"]

    /// Verbs that mean the same at the beginning of a command, a set for each meaning.
    static let likeVerbs: [Set<String>] = [
        ["turn", "switch", "put", "flip", "make"], ["set", "start", "make", "create"],
        ["start", "begin", "launch", "run"], ["play", "start", "put"], ["dim", "lower"],
        ["lower", "reduce", "decrease"], ["raise", "increase", "lift"], ["close", "shut"],
        ["stop", "end", "halt", "quit"], ["cancel", "stop", "delete", "remove"], ["delete", "remove", "erase"],
        ["clear", "empty", "erase"], ["add", "put", "write"], ["call", "phone", "ring", "dial"],
        ["tell", "give", "say", "read"], ["show", "display", "give"], ["find", "search", "look"], ["send", "write"],
        ["skip", "jump"], ["wake", "rouse"], ["order", "get", "buy"],
    ]

    /// The words that make another sentence of a command whose patterns do not have them: its opposite, a question, a
    /// condition, a time at which it is to happen, another unit, a second command.
    static let changingWords: Set<String> = {
        let english = [
            "no", "none", "nothing", "without", "except", "unless", "if", "whether", "should", "is", "are", "was",
            "were", "did", "does", "why", "how", "what", "when", "where", "who", "which", "instead", "cancel", "forget",
            "later", "soon", "every", "daily", "weekly", "until", "till", "after", "before", "then",
        ]
        let (questions, times) = (Language.inUse.questionWords, Language.inUse.times)
        let others = questions.negations + questions.opposingWords + questions.doubting + times.units.keys
        let days = times.days.filter { $0.value != 0 }.keys
        let moments = Array(times.weekdays.keys) + days + times.dayParts.keys + times.namedTimes.keys
        let words = others + moments + times.weekends + times.oclock + times.ago + Language.inUse.numbers.signs
        return Set(english + words.map(Words.key)).subtracting(surroundingWords)
    }()

    /// The words that turn what follows into its opposite, or forbid it, in the language in use.
    static let negations = Language.inUse.questionWords.negatingWords

    /// The verbs with which a question begins when a pronoun follows: "do we need milk".
    static let questionVerbs: Set<String> = [
        "do", "does", "did", "have", "has", "had", "will", "would", "am", "are", "is", "was", "were", "shall", "should",
    ]

    /// The pronouns after the verbs of questions, without that of "would you", which asks for a command.
    static let questionPronouns: Set<String> = ["i", "we", "he", "she", "it", "they", "there"]

    /// The pronouns before the verb of a sentence that tells something. "It" is mostly the object of a verb before it.
    static let subjects: Set<String> = ["i", "we", "you", "he", "she", "they"]

    /// The words after which "and" joins no second command: "go and turn it off".
    static let wordsBeforeAnd: Set<String> = ["go", "try", "come", "hello", "hi", "hey", "okay", "ok", "so", "well"]

    /// The words that are numbers, and are said without counting anything.
    static let uncountedWords: Set<String> = ["one", "oh", "o", "first", "second"]

    /// The phrases that fill open parameters in samples.
    static let phrases: [String] = lines(
        """
        jazz
        kim
        the blue one
        old music
        my sister
        green tea
        a letter to the office
        rain in the night
        paul and mary
        the second part
        milk and bread
        summer holidays
        doctor brown
        something new
        the long way home
        water the flowers
        north street
        seven dwarfs
        history of science
        call the plumber
        """)

    /// Returns the background sentences as samples.
    ///
    /// Sentences that share most of their words with the given samples are left out, since they may be meant as
    /// commands.
    static func samples(without samples: [Sample]) -> [Sample] {
        var known: Set<String> = []
        for sample in samples { known.formUnion(Words.normalize(sample.text)) }
        return sentences.filter { sentence in
            let words = Words.normalize(sentence).filter { !surroundingWords.contains($0) }
            return Double(words.count { known.contains($0) }) <= 0.5 * Double(words.count)
        }.map { Sample(text: $0, intent: nil) }
    }

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    private static let sentences: [String] = lines(
        """
        did you see what happened at school yesterday
        i have no idea where she left the car
        we should visit your parents on sunday
        he said that nobody would believe him anyway
        the train was late again this morning
        that is not what i meant at all
        my back hurts when i sit too long
        why are you always so quiet in the evening
        it looks like rain but i am not sure
        they moved to another city last spring
        do you remember the teacher with the red hair
        i was thinking about dinner with the neighbours
        this soup needs a little more salt
        she bought a new coat for the winter
        how was your day at the office
        the dog has been barking all night long
        nobody told me about the meeting
        i would rather stay at home and read
        the children are playing in the garden
        he never answers when i ask him something
        what do you think about the election
        the price of bread has gone up again
        my brother is looking for a new job
        it takes two hours to get there by bus
        i forgot my keys on the kitchen counter
        we had a wonderful time at the lake
        are you coming with us or not
        the film was much too long for me
        her mother comes from a small village
        i cannot find my glasses anywhere
        you are standing on my foot
        let us talk about something else
        the doctor said that i must drink more water
        he fell off his bike and broke his arm
        that shop has been closed for years
        where did all these books come from
        she laughed so hard that she cried
        i used to play football when i was young
        the coffee in this place is terrible
        it is much colder than last year
        please do not tell anybody about this
        they are getting married in august
        who is going to pay for all of this
        my phone is almost out of battery
        the river was higher than i had ever seen it
        he has been learning italian for a year
        i do not understand a word of what he says
        what a beautiful dress you are wearing
        the neighbours are building a wall
        there is a spider in the bath
        we ran out of time in the end
        she is taller than her father now
        how much money did you spend on that
        my knees are not what they used to be
        the old man sat on a bench and fed the birds
        i dreamt about flying last night
        nothing ever happens in this town
        could you hold this for a second
        the lawyer wants to see all the papers
        grandma makes the best apple pie
        it was just a joke do not be angry
        the window in the hall is broken
        he works for a large company in the north
        i think the milk has gone bad
        we need to leave in ten minutes
        which of these two do you prefer
        the cat is sleeping on your pillow
        she wrote him a very long letter
        that was the worst game i have ever seen
        they say that the bridge is not safe
        i am going to bed good night
        do not forget to lock the door when you leave
        he is allergic to nuts and eggs
        the flight was cancelled because of the storm
        my favourite season has always been autumn
        what is the capital of portugal
        how do i remove a stain from a carpet
        who wrote this poem and when
        can you explain how a battery works
        how many people live in this country
        blue sky
        open sesame
        once upon a time
        so be it
        no way
        never mind
        oh my goodness
        what a mess
        here we go again
        i told you so
        see you later
        good morning everybody
        how are you today
        nice to meet you
        bless you
        excuse me
        watch your step
        la la la
        hello is there anybody
        one two three testing
        """)
}
