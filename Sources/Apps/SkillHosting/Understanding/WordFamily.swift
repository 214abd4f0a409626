import SaybusPhrases

/// The comparison of words by their stems, and by groups of words with a similar meaning.
enum WordFamily {
    /// Returns the stem of an English word: `opening`, `opens` and `open` have the same one. It is no word itself.
    static func stem(_ key: String) -> String {
        var stem = Substring(key)
        if stem.count > 5, stem.hasSuffix("ing") {
            stem = undoubled(stem.dropLast(3))
        } else if stem.count > 4, stem.hasSuffix("ies") {
            return "\(stem.dropLast(3))y"
        } else if stem.count > 4, stem.hasSuffix("ed") {
            stem = undoubled(stem.dropLast(2))
        } else if stem.count > 3, stem.hasSuffix("s"), !["ss", "us", "is"].contains(where: stem.hasSuffix) {
            stem = stem.dropLast()
        }
        return String(stem.count > 3 && stem.hasSuffix("e") ? stem.dropLast() : stem)
    }

    /// Returns whether the words of two stems have a similar meaning in requests.
    static func areSimilar(_ one: String, _ other: String) -> Bool {
        guard let groups = groups[one], let others = self.groups[other] else { return false }
        return !groups.isDisjoint(with: others)
    }

    /// The words that say that a request follows, and little about it.
    static let carriers: Set<String> = [
        "want", "like", "please", "need", "let", "lets", "id", "ill", "get", "give", "tell", "show", "some",
        "something",
        "would", "should", "now", "just", "okay", "well", "more", "one", "try", "make", "go", "see", "hear", "about",
        "again", "here", "also", "really", "thing", "things", "nice", "good", "wanna",
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
        "happy glad", "fact trivia", "joke gag", "story tale",
    ]
}
