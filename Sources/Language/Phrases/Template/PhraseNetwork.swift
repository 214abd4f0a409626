/// A network of words under construction: states, and what leads from one to another.
///
/// ``PhraseCompiler`` lays expressions into it, so that matchers and grammars understand them alike.
public protocol PhraseNetwork {
    /// A new state.
    mutating func addState() -> Int

    /// Lays a word between two states.
    mutating func addWord(_ word: Token, from: Int, to: Int)

    /// Lets a sentence go from a state to another without a word.
    mutating func addEmpty(from: Int, to: Int)

    /// Lays a value after a state; nil when no value can be said, so that nothing comes after it.
    ///
    /// - Throws: What is wrong with the slot's type.
    mutating func addSlot(_ slot: PhraseSlot, from: Int) throws -> Int?
}
