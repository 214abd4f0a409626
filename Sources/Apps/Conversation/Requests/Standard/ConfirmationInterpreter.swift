/// An interpreter of the common phrases for yes and no.
public struct ConfirmationInterpreter: VoiceRequestInterpreter {
    /// The phrases for yes.
    public nonisolated static let yes = [
        "yes", "yeah", "yep", "yup", "yes please", "yes it is", "yes i do", "yes i am", "sure", "sure thing",
        "of course",
        "certainly", "absolutely", "definitely", "ok", "okay", "alright", "all right", "fine", "right", "that's right",
        "correct", "that's correct", "true", "affirmative", "indeed", "please do", "do it", "go ahead", "go for it",
        "sounds good", "why not", "aye", "uh huh", "you bet", "i do", "i am", "it is", "by all means", "with pleasure",
    ]
    /// The phrases for no.
    public nonisolated static let no = [
        "no", "nope", "nah", "no thanks", "no thank you", "no way", "not at all", "not now", "not really",
        "no it isn't",
        "no i don't", "no i'm not", "never", "negative", "wrong", "that's wrong", "incorrect", "false", "don't",
        "do not",
        "don't do it", "please don't", "i don't", "i don't think so", "absolutely not", "certainly not",
        "of course not",
        "definitely not", "rather not", "i'd rather not", "uh uh", "nay", "not today", "no sir",
    ]

    private let matcher: AnswerMatcher

    /// Creates an interpreter.
    public init() { matcher = AnswerMatcher([Self.yes, Self.no]) }

    /// Returns true for yes, false for no.
    public func interpret(_ result: SpeechRecognitionResult) -> Interpretation<Bool> {
        if let empty: Interpretation<Bool> = result.withoutWords() { return empty }
        guard let index = matcher.index(of: result) else { return result.unfitting() }
        return Interpretation(value: index == 0)
    }
}
