import Foundation

extension Language {
    /// The parts that are absent or still those of English, a line for each section: `sentences: 3 of 60: failed, or`.
    public var untranslated: [String] {
        let (own, english) = (Self.parts(of: text), Self.parts(of: Self.english.text))
        return english.keys.sorted().compactMap { section in
            let theirs = english[section] ?? [:]
            let same = theirs.keys.filter { own[section]?[$0] == nil || own[section]?[$0] == theirs[$0] }.sorted()
            guard !same.isEmpty else { return nil }
            let names = same.filter { !$0.isEmpty }
            return "\(section): \(same.count) of \(theirs.count)"
                + (names.isEmpty || names.count == theirs.count ? "" : ": \(names.joined(separator: ", "))")
        }
    }

    /// Returns the parts of each section as JSON, by their names; a section of words is one part without a name. Empty
    /// parts have nothing to translate.
    private static func parts(of text: String) -> [String: [String: Data]] {
        let sections = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
        return sections.mapValues { section in
            let parts = (section as? [String: Any]) ?? ["": section]
            return parts.compactMapValues { part -> Data? in
                let data = try? JSONSerialization.data(withJSONObject: [part], options: .sortedKeys)
                return data == Data("[[]]".utf8) || data == Data("[{}]".utf8) ? nil : data
            }
        }
    }
}
