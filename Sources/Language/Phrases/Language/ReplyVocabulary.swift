/// The ways to agree and to disagree, as patterns. Words without meaning, such as "well" and "please", may
/// surround them.
///
/// Questions for yes or no, and the built-in intents of skills, understand these patterns.
public struct ReplyVocabulary: Sendable, Equatable, Codable {
    /// The patterns of replies that agree.
    public var yes: [String]
    /// The patterns of replies that disagree.
    public var no: [String]

    /// Creates a vocabulary from patterns of ``PhraseTemplate``.
    public init(yes: [String], no: [String]) { (self.yes, self.no) = (yes, no) }

    /// The replies of English.
    public static let english = ReplyVocabulary(yes: englishYes, no: englishNo)

    private static let englishYes: [String] = {
        let word =
            "(yes|yeah|yep|yup|yah|sure|okay|ok|right|alright|all right|of course|certainly|absolutely|definitely|exactly|"
            + "correct|true|indeed|aye|uh huh|mm hmm|affirmative)"
        let praise = "(perfect|great|good|fine|nice|lovely|wonderful|excellent|cool|super|brilliant|fantastic|awesome)"
        let confirmed = "(right|correct|true|perfect|the one|what i (want|said|meant))"
        // "That's fine" alone may also decline an offer.
        let content = "(fine|good|great|okay|ok|alright|all right)"
        let consent = "(please do|do it|do that|go ahead|go for it|let's do (it|that)|let's go|make it so|by all means)"
        return [
            "\(word) [\(word)] [(please|thanks|thank you|then|sir|ma'am)]",
            "\(word) (it (is|does|was|will)|i (do|am|did|have|would|will|can|think so|guess so|suppose so))",
            "[\(word)] \(consent)", "[\(word)] (that's|that is|that was|it's|it is|this is) \(confirmed)",
            "\(word) (that's|that is|it's|it is|this is) \(content)",
            "\(praise) [idea]",
            "[\(word)] (that|it) (works|will do|would be \(praise)|would work|suits me|does) [for me]",
            "[\(word)] [(that|it)] sounds (\(praise)|right) [to me]", "[(that's|it's)] fine (by|with|for) me",
            "[(that|it)] works for me", "i (think|guess|suppose|believe) so",
            "i (do|am|did|have|would|will|can)", "it (is|does|was|will)", "i'd (like|love) (that|to|it)",
            "i would (like|love) (that|to|it)",
            "[\(word)] (with pleasure|gladly|why not|you bet|you got it|for sure|sure thing|no problem)",
            "\(word) no worries", "(no objection|very well)", "[\(word)] i (don't|do not) mind", "not bad [\(word)]",
            "[\(word)] (i'm sure|i am sure|i'm certain|of course i do|you're right|you are right)",
        ]
    }()

    private static let englishNo: [String] = {
        let word = "(no|nope|nah|nay|never|negative|uh uh)"
        let wrong =
            "(wrong|incorrect|false|not right|not correct|not it|not true|not okay|not good|not what i (want|said|meant))"
        let refusal =
            "(i (don't|do not|won't|will not|wouldn't|would not|didn't|did not|can't|cannot|haven't|think not)|i'm not|i am not|"
            + "i (don't|do not) (think so|believe so|want [(to|that|it|this)]|like (that|it)))"
        return [
            "\(word) [\(word)] [(thanks|thank you|please|sir|ma'am|way|need)]", "[\(word)] \(refusal)",
            "[\(word)] (that's|that is|it's|it is|this is) \(wrong)",
            "[\(word)] (that|it|this) (isn't|is not|wasn't|was not) [(right|correct|it|true|what i (want|said|meant))]",
            "[\(word)] it (doesn't|does not)", "[\(word)] [please] (don't|do not) [do (it|that|this)]",
            "\(word) not (now|today|tonight|really|yet|at all|for me|this time|right now)",
            "\(word) (definitely not|absolutely not|of course not|leave it|it's not)",
            "not (at all|now|today|tonight|yet|really|quite|right now|this time|for me|a chance|necessarily)",
            "(no way|no need|no chance|hell no)",
            "(wrong|incorrect|false|rather not|probably not|maybe not|better not|please don't|please do not)",
            "(i'm afraid not|i'd rather not|i would rather not|i'd prefer not [to]|i would prefer not [to])",
            "i (guess|suppose|think|hope) not", "(absolutely|certainly|definitely|of course|preferably) not",
            "\(word) (that's|that is|it's|it is) (fine|okay|ok|all right|alright|good)",
            "[\(word)] (i'm|i am) (good|fine|okay|ok) [(thanks|thank you)]", "nothing", "neither",
        ]
    }()
}
