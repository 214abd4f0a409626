/// The words before a sentence that belong to none: of address and courtesy, and those that make it no command.
///
/// In a search they are fillers before every sentence, and are in no text. Without them, silence takes their place, and
/// the place of the sentence's own beginning: "could you unlock the door" was "lock the door". "Do not unlock the door"
/// was a command that fits well.
enum LeadingWord {
    /// Words of address and courtesy, and wake words: their names in the dictionary, and their phones. Each keeps
    /// ``objections`` from being taken for it.
    ///
    /// None is as short as the beginning of a longer word: with "and" and "no" among them, "unlock" was "lock".
    static let courtesies: [(name: String, phones: String)] = [
        (name: "[please]", phones: "P L IY Z"), (name: "[okay]", phones: "OW K EY"),
        (name: "[go-and]", phones: "G OW AE N D"), (name: "[can-you]", phones: "K AE N Y UW"),
        (name: "[could-you]", phones: "K UH D Y UW"), (name: "[would-you]", phones: "W UH D Y UW"),
        (name: "[will-you]", phones: "W IH L Y UW"), (name: "[want-you-to]", phones: "W AA N T Y UW T UW"),
        (name: "[alexa]", phones: "AH L EH K S AH"), (name: "[alexa](2)", phones: "L EH K S AH"),
        (name: "[computer]", phones: "K AH M P Y UW T ER"), (name: "[jarvis]", phones: "JH AA R V AH S"),
    ]

    /// Words that make a sentence a prohibition or a question, and no command.
    static let objections: [(name: String, phones: String)] = [
        (name: "[dont]", phones: "D OW N T"), (name: "[dont](2)", phones: "D OW N"),
        (name: "[do-not]", phones: "D UW N AA T"), (name: "[do-not](2)", phones: "D OW N AA T"),
        (name: "[do-not](3)", phones: "D AH N AA T"), (name: "[do-not](4)", phones: "D UW N AH T"),
        (name: "[never]", phones: "N EH V ER"), (name: "[never](2)", phones: "N EH V AH"),
        (name: "[must-not]", phones: "M AH S T N AA T"), (name: "[did-you]", phones: "D IH D Y UW"),
        (name: "[why-did]", phones: "W AY D IH D"), (name: "[should-i]", phones: "SH UH D AY"),
    ]

    /// The names of ``courtesies``.
    static let courtesyNames = Set(courtesies.map(\.name))
    /// The names of ``objections``.
    static let objectionNames = Set(objections.map(\.name))

    /// The weight, a penalty, of a word of courtesy. Without it, one would take the place of a sentence's first word.
    static let weight = TrailingWord.weight
    /// The weight of an objection. With that of courtesy, silence took the place of a third of them.
    ///
    /// Chosen on 250 sentences for a home by four synthesized voices, with and without words before the command.
    static let objectionWeight: Int32 = -120 << 10
}
