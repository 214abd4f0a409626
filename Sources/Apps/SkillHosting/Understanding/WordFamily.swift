import SaybusPhrases

/// The comparison of words by their stems, and by groups of words with a similar meaning.
enum WordFamily {
    /// Returns the stem of an English word: `opening`, `opens` and `open` have the same one. It is no word itself.
    static func stem(_ key: String) -> String {
        var stem = Substring(key)
        // "Hating" belongs to "hate", and "planning" to "plan".
        var losesE = false
        if stem.count > 5, stem.hasSuffix("ing") {
            stem = stem.dropLast(3)
            losesE = isShort(stem)
            stem = undoubled(stem)
        } else if stem.count > 4, stem.hasSuffix("ies") {
            return "\(stem.dropLast(3))y"
        } else if stem.count > 4, stem.hasSuffix("ed") {
            stem = stem.dropLast(2)
            losesE = isShort(stem)
            stem = undoubled(stem)
        } else if stem.count > 3, stem.hasSuffix("s"), !["ss", "us", "is"].contains(where: stem.hasSuffix) {
            stem = stem.dropLast()
        }
        if losesE { return "\(stem)e" }
        guard stem.count > 3, stem.hasSuffix("e"), !isShort(stem.dropLast()) else { return String(stem) }
        return String(stem.dropLast())
    }

    /// Whether a word without its last `e` is another word: `not` of `note`. Such words have one syllable, and end with
    /// a single consonant after a single vowel.
    private static func isShort(_ word: Substring) -> Bool {
        guard distinguishesE, let last = word.last, !"aeiouwxy".contains(last) else { return false }
        let isVowel = word.map { "aeiouy".contains($0) }
        guard isVowel.count > 2, isVowel[isVowel.count - 2], !isVowel[isVowel.count - 3] else { return false }
        return !isVowel[0] && zip(isVowel, isVowel.dropFirst()).count(where: { !$0 && $1 }) == 1
    }

    /// Whether a last `e` makes another word. In German, `sag` and `sage` are the same.
    private static let distinguishesE = Language.inUse.isFor("en")

    /// Returns whether the words of two stems have a similar meaning in requests.
    static func areSimilar(_ one: String, _ other: String) -> Bool {
        guard let groups = groups[one], let others = self.groups[other] else { return false }
        return !groups.isDisjoint(with: others)
    }

    /// The words that say that a request follows, and little about it.
    static let carriers: Set<String> = [
        "want", "like", "please", "need", "let", "lets", "id", "ill", "get", "give", "tell", "show", "some",
        "something", "would", "should", "now", "just", "okay", "well", "more", "one", "try", "make", "go", "see",
        "hear", "about", "again", "here", "also", "really", "thing", "things", "nice", "good", "wanna",
    ]

    /// The words of a wish that may stand between a negation and what is not wished: "don't want a".
    static let wishes: Set<String> = [
        "want", "like", "need", "get", "give", "take", "make", "order", "have", "prefer", "think", "wanna", "wish",
    ]

    private static func undoubled(_ stem: Substring) -> Substring {
        guard stem.count > 2, let last = stem.last, last == stem.dropLast().last, !"lsz".contains(last) else {
            return stem
        }
        return stem.dropLast()
    }

    /// The groups of each stem.
    private static let groups: [String: Set<Int>] = {
        var groups: [String: Set<Int>] = [:]
        for (number, line) in similar.enumerated() {
            for word in line.split(separator: " ") { groups[stem(String(word)), default: []].insert(number) }
        }
        return groups
    }()

    /// Words that ask for the same in most requests.
    private static let similar = [
        "go walk move head travel run step", "get fetch grab take bring pick", "look view check show display",
        "start begin launch commence", "buy purchase order", "make build create craft construct produce",
        "change set update modify alter adjust switch put", "delete remove erase clear", "find search locate",
        "tell say speak read", "large big huge", "small little tiny", "stop end finish quit", "close shut",
        "attack fight battle hit", "code pin", "recipe ingredient", "increase raise", "decrease lower reduce",
        "quick fast rapid", "cost price", "answer reply solution", "question quiz", "photo picture image",
        "film movie", "song track tune", "score points result", "cancel abort", "choose select pick",
        "near nearby close closest nearest", "job work task", "water watering", "plan schedule", "repeat replay",
        "kid child", "house home", "doctor physician", "store shop market", "trip journey travel", "ill sick",
        "suggest recommend", "save store keep", "call phone ring", "message text", "list enumerate", "describe explain",
        "happy glad", "fact trivia", "joke gag", "story tale", "bus buses",
    ]
}
