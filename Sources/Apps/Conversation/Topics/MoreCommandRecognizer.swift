import SaybusPhrases

/// A recognizer of "more", which continues a list. SayKit lacks this command.
@ConversationActor
open class MoreCommandRecognizer: VerbalCommandRecognizer {
    /// `More`
    public nonisolated static let commandType = "More"

    open override class var standardCommandType: String { commandType }
    open override class var standardSummary: String? { "Tells more." }
    open override class var standardPatterns: [String] { Language.inUse.questionWords.more }

    private static var offers = 0

    /// Records that the user has just been told to say "more", by which this list is meant from now on.
    func recordOffer() {
        Self.offers += 1
        offer = Self.offers
    }

    /// Records that the list is over, so that "more" means another one again.
    func withdrawOffer() { offer = 0 }
}
