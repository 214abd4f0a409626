/// The words that people say while they look for the next one.
///
/// In a search they are fillers like silence and noise: they may be said wherever many words may follow, and are in no
/// text. Without them, "um" is taken for the word of the grammar that is nearest: "a hundred".
enum Hesitation {
    /// The names of the words in the dictionary, and their phones. The brackets mark fillers.
    static let words: [(name: String, phones: String)] = [
        (name: "[um]", phones: "AH M"), (name: "[uh]", phones: "AH"), (name: "[er]", phones: "ER"),
        (name: "[hm]", phones: "HH M"),
    ]

    /// The least number of words that may follow in a place for hesitation. In all places the search would take longer.
    static let minimumChoices = 8

    /// The weight, a penalty, of a hesitation. Without it, short ones would take the place of an article.
    static let weight: Int32 = -250 << 10
}
