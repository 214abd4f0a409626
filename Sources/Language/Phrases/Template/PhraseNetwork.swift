/// A network of words under construction: states and transitions.
///
/// ``PhraseCompiler`` compiles expressions for any network, so that matchers and grammars interpret them
/// alike.
public protocol PhraseNetwork {
    /// Adds a state without transitions, and returns its number.
    mutating func addState() -> Int

    /// Adds a word between two states.
    mutating func addWord(_ word: Token, from: Int, to: Int)

    /// Adds a transition without a word.
    mutating func addEmpty(from: Int, to: Int)

    /// Adds a slot after a state. A network without parts of words adds no slot with a prefix or suffix.
    /// - Returns: The state after the slot; nil when the slot has no values, so that nothing can follow it.
    /// - Throws: The problem with the slot's type.
    mutating func addSlot(_ slot: PhraseSlot, from: Int) throws -> Int?
}
