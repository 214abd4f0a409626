import SaybusDispatch
import SaybusMessages

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
    /// The last item by name: without a type, recognizers would take other words for it, such as `ninth`.
    open override class var standardSlotTypes: [Catalog.SlotType] {
        [.init(name: lastItem, values: [.init(value: "last one", synonyms: ["last item"])])]
    }
    /// Positions are ordinals, and numbers are whole and below 100: with all numbers, recognizers would take names for
    /// numbers that no list has, such as `twenty point two`.
    open override class var standardPatterns: [String] {
        let (number, place) = ("{1..99:\(parameterItemNumber)}", "@\(parameterItemNumber):AMAZON.Ordinal")
        let last = "@\(parameterItemName):\(lastItem)"
        return [
            "select @itemName", "select the @itemName", "select", "select number \(number)", "select item \(number)",
            "select item number \(number)", "select \(number)", "select the \(place) one",
            "select the \(place) item", "select the \(place)", "select the \(last)", "choose @itemName",
            "choose the @itemName", "choose number \(number)", "choose item \(number)", "choose the \(place) one",
            "choose the \(place)", "choose the \(last)", "pick @itemName", "pick the @itemName",
            "pick number \(number)", "pick the \(place) one", "pick the \(last)", "i choose @itemName",
            "i'll take @itemName", "i'll take the \(place) one", "i'll take the \(last)",
            "i'd like the \(place) one", "take the \(place) one", "take the \(last)", "item number \(number)",
            "the \(place) one",
        ]
    }

    private nonisolated static let lastItem = "Select.last"
}
