/// A choice.
public struct SelectResult: Sendable, Equatable {
    /// The chosen option.
    public let selectedOption: SelectOption
    /// The option's index in the list.
    public let selectedIndex: Int

    /// Creates a choice.
    public init(selectedOption: SelectOption, selectedIndex: Int) {
        (self.selectedOption, self.selectedIndex) = (selectedOption, selectedIndex)
    }
}
