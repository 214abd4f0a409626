import Foundation
import SaybusMessages

extension Home.Place {
    /// The ways to write the place's names as that of a session, with spaces between the words. A session has plain
    /// letters only: "Küche" is `kueche` or `kuche`.
    var rooms: [String] {
        var rooms: Set<String> = []
        for name in [id] + names {
            let plain = name.folding(options: .diacriticInsensitive, locale: nil)
            for words in [name, plain].map({ Self.words(of: $0) }) where !words.isEmpty {
                let small = words.lowercased()
                let sentence = small.prefix(1).uppercased() + String(small.dropFirst())
                rooms.formUnion([words, small, small.capitalized, sentence])
            }
        }
        return rooms.sorted()
    }

    /// Returns whether the place has a name, in any case.
    func isCalled(_ name: String) -> Bool {
        let name = name.lowercased()
        return ([id] + names).contains { $0.lowercased() == name } || rooms.contains(name)
    }

    /// Returns whether a conversation has the name of the place.
    func isRoom(of session: Session) -> Bool { rooms.contains(Self.words(of: session.rawValue).lowercased()) }

    /// The letters that are spelled out where a keyboard lacks them.
    private static let spellings: [Character: String] = [
        "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe", "ø": "oe", "å": "aa", "Ä": "Ae", "Ö": "Oe",
        "Ü": "Ue", "Æ": "Ae", "Œ": "Oe", "Ø": "Oe", "Å": "Aa",
    ]

    /// Returns the words of a name in plain letters; what cannot be written with them is left out.
    private static func words(of name: String) -> String {
        let letters = name.map { spellings[$0] ?? ("-_.".contains($0) || $0.isWhitespace ? " " : String($0)) }.joined()
            .folding(options: .diacriticInsensitive, locale: nil)
        let plain = letters.filter { $0 == " " || $0.isASCII && ($0.isLetter || $0.isNumber) }
        return plain.split(separator: " ").joined(separator: " ")
    }
}
