/// The words after a sentence that belong to none: of courtesy, and of correction.
///
/// In a search they are fillers behind every sentence, and are in no text. Each keeps the other kind from being taken
/// for its own: "thank you" is no correction, and "no wait" no courtesy.
enum TrailingWord {
    /// Words of courtesy and haste: their names in the dictionary, and their phones.
    static let courtesies: [(name: String, phones: String)] = [
        (name: "[please]", phones: "P L IY Z"), (name: "[thanks]", phones: "TH AE NG K S"),
        (name: "[thank-you]", phones: "TH AE NG K Y UW"), (name: "[very-much]", phones: "V EH R IY M AH CH"),
        (name: "[for-me]", phones: "F AO R M IY"), (name: "[for-me](2)", phones: "F ER M IY"),
        (name: "[now]", phones: "N AW"), (name: "[right-now]", phones: "R AY T N AW"),
        (name: "[okay]", phones: "OW K EY"), (name: "[then]", phones: "DH EH N"),
        (name: "[would-you]", phones: "W UH D Y UW"), (name: "[will-you]", phones: "W IH L Y UW"),
    ]

    /// Words with which people take back or change what they have just said.
    static let corrections: [(name: String, phones: String)] = [
        (name: "[no]", phones: "N OW"), (name: "[dont]", phones: "D OW N T"), (name: "[wait]", phones: "W EY T"),
        (name: "[not]", phones: "N AA T"), (name: "[stop]", phones: "S T AA P"),
        (name: "[cancel]", phones: "K AE N S AH L"), (name: "[forget-it]", phones: "F ER G EH T IH T"),
        (name: "[never-mind]", phones: "N EH V ER M AY N D"), (name: "[i-mean]", phones: "AY M IY N"),
        (name: "[actually]", phones: "AE K CH AH W AH L IY"),
    ]

    static let correctionNames = Set(corrections.map(\.name))

    /// The weight, a penalty, of such a word. Without it, one would take the place of a sentence's own last word.
    static let weight: Int32 = -250 << 10
}
