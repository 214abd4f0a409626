/// The words before a sentence that belong to none: of address and courtesy, and those that make it no command.
///
/// They are fillers before one sentence that was found already, and are in no text: see ``WordsAround/besideSentence``.
/// "Do not unlock the door" has a command that fits well. Before all sentences of a search they would take the place of
/// first words.
enum LeadingWord {
    /// Words of address and courtesy, and wake words: their names in the dictionary, and their phones. Each keeps
    /// ``objections`` from being taken for it.
    static let courtesies: [(name: String, phones: String)] = [
        (name: "[please]", phones: "P L IY Z"), (name: "[no]", phones: "N OW"), (name: "[yes]", phones: "Y EH S"),
        (name: "[hey]", phones: "HH EY"), (name: "[okay]", phones: "OW K EY"), (name: "[now]", phones: "N AW"),
        (name: "[so]", phones: "S OW"), (name: "[well]", phones: "W EH L"), (name: "[and]", phones: "AE N D"),
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

    static let courtesyNames = Set(courtesies.map(\.name))
    static let objectionNames = Set(objections.map(\.name))

    /// The weight, a penalty, of a word of courtesy. Without it, one would take the place of a sentence's first word.
    static let weight = TrailingWord.weight
    /// The weight of an objection. With that of courtesy, silence took the place of a third of them.
    ///
    /// Chosen on 250 sentences for a home by four synthesized voices, with and without words before the command.
    static let objectionWeight: Int32 = -120 << 10
}
