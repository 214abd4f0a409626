/// The option of a list that an answer has chosen.
public struct SelectResult: Sendable, Equatable {
    /// The chosen option.
    public let selectedOption: SelectOption
    /// The option's index in the list, from 0.
    public let selectedIndex: Int

    /// Creates a choice.
    public init(selectedOption: SelectOption, selectedIndex: Int) {
        (self.selectedOption, self.selectedIndex) = (selectedOption, selectedIndex)
    }
}
