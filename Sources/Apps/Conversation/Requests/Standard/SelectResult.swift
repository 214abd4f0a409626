/// What was chosen.
public struct SelectResult: Sendable, Equatable {
    /// The option, not the alias that was said.
    public let selectedOption: SelectOption
    /// Its place in the list, from 0.
    public let selectedIndex: Int

    /// Creates a choice.
    public init(selectedOption: SelectOption, selectedIndex: Int) {
        (self.selectedOption, self.selectedIndex) = (selectedOption, selectedIndex)
    }
}
