import SaybusDispatch

/// A recognizer of "select Jiffy" and "select the third one".
@ConversationActor
open class SelectCommandRecognizer: VerbalCommandRecognizer {
    /// The item's name, a text.
    public nonisolated static let parameterItemName = "itemName"
    /// The item's number, counted from 1.
    public nonisolated static let parameterItemNumber = "itemNumber"

    open override class var standardCommandType: String { StandardCommand.select }
    open override class var standardSummary: String? { "Chooses something from a list." }
    open override class var standardThresholds: ConfidenceThresholds { .effect }
    open override class var standardPatterns: [String] {
        [
            "select @itemName", "select the @itemName", "select", "select number @itemNumber:Number",
            "select item @itemNumber:Number", "select item number @itemNumber:Number", "select @itemNumber:Number",
            "select the @itemNumber:Number one", "select the @itemNumber:Number item",
            "select the @itemNumber:Number", "choose @itemName", "choose the @itemName",
            "choose number @itemNumber:Number", "choose item @itemNumber:Number", "choose the @itemNumber:Number one",
            "choose the @itemNumber:Number", "pick @itemName", "pick the @itemName", "pick number @itemNumber:Number",
            "pick the @itemNumber:Number one", "i choose @itemName", "i'll take @itemName",
            "i'll take the @itemNumber:Number one", "i'd like the @itemNumber:Number one",
            "take the @itemNumber:Number one", "item number @itemNumber:Number", "the @itemNumber:Number one",
        ]
    }
}
