/// The built-in list types, such as `AMAZON.Color`, with their values.
///
/// The values of lists are shipped for English. The days of the week and the months are made from the language's
/// vocabulary.
public struct BuiltInLists: Sendable {
    /// A value, with other words for it.
    public struct Value: Sendable, Hashable {
        /// The value, as it is mostly said.
        public let text: String
        /// Other words for the value.
        public let synonyms: [String]
        /// Abbreviations, which are written but not said.
        public let abbreviations: [String]

        init(_ text: String, synonyms: [String] = [], abbreviations: [String] = []) {
            (self.text, self.synonyms, self.abbreviations) = (text, synonyms, abbreviations)
        }
    }

    /// A type and its values.
    public struct List: Sendable {
        /// The values, the most frequent ones first.
        public let values: [Value]
        /// Whether the type has all values that there are, so that a recognizer expects no others.
        public let isComplete: Bool
    }

    /// The lists by the name of their type.
    private let lists: [String: List]

    /// Creates the lists of a language, which may be fewer than those of English.
    public init(_ language: Language) {
        var lists = language.numbers.language.lowercased().hasPrefix("en") ? Self.english : [:]
        lists["AMAZON.DayOfWeek"] = Self.list(language.times.weekdays)
        lists["AMAZON.Month"] = Self.list(language.times.months)
        self.lists = lists
    }

    /// The lists of this process's language.
    public static let inUse = BuiltInLists(.inUse)

    /// Returns the list of a type; nil when there is none.
    public subscript(type: String) -> List? { lists[type] }

    /// The names of all types that have a list.
    public var types: [String] { lists.keys.sorted() }

    private static func list(_ table: [String: Int]) -> List {
        let values = Dictionary(grouping: table.keys, by: { table[$0] ?? 0 }).sorted { $0.key < $1.key }.map {
            let words = $0.value.sorted { ($1.count, $0) < ($0.count, $1) }
            let spoken = TimeVocabulary.spokenNames(words)
            return Value(
                words[0], synonyms: spoken.filter { $0 != words[0] },
                abbreviations: words.filter { !spoken.contains($0) })
        }
        return List(values: values, isComplete: true)
    }

    private static let english = parsed(englishLists)

    /// Reads lists from text: a line `[Name, Name]` and the values after it.
    static func parsed(_ text: String) -> [String: List] {
        var lists: [String: List] = [:]
        // The part before the first list may be empty.
        for section in text.split(separator: "\n[", omittingEmptySubsequences: false).dropFirst() {
            guard let end = section.firstIndex(of: "]") else { continue }
            let head = section[..<end]
            let isComplete = head.hasSuffix("!")
            let names = head.split { ", !".contains($0) }
            var seen: Set<String> = []
            let values = section[section.index(after: end)...].split(separator: ";").compactMap { entry -> Value? in
                let words = entry.split(separator: "=").map {
                    $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
                }
                guard let first = words.first, !first.isEmpty, seen.insert(first).inserted else { return nil }
                return Value(first, synonyms: Array(words.dropFirst()))
            }
            for name in names { lists["AMAZON.\(name)"] = List(values: values, isComplete: isComplete) }
        }
        return lists
    }
}
