/// The role of a character in the division of a text into words.
enum CharacterKind: UInt8 {
    case letter, digit, apostrophe, hyphen, dot, comma, other

    init(ascii byte: UInt8) {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .letter
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = .digit
        case UInt8(ascii: "'"): self = .apostrophe
        case UInt8(ascii: "-"): self = .hyphen
        case UInt8(ascii: "."): self = .dot
        case UInt8(ascii: ","): self = .comma
        default: self = .other
        }
    }

    init(_ character: Character) {
        if let byte = character.asciiValue {
            self.init(ascii: byte)
        } else {
            switch character {
            case "\u{2018}", "\u{2019}", "\u{02BC}", "\u{FF07}": self = .apostrophe
            case "\u{2010}", "\u{2011}", "\u{2212}": self = .hyphen
            default: self = character.isLetter || character.isNumber ? .letter : .other
            }
        }
    }

    var isAlphanumeric: Bool { self == .letter || self == .digit }
}
