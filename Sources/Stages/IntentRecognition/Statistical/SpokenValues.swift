import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// The values of a slot type, found by their words or, in English, by words that sound alike.
struct SpokenValues: Sendable {
    /// Whether other values are accepted.
    let isOpen: Bool
    private var exact: [String: String] = [:]
    private var sounds: [SoundKey: (value: String, words: [String])] = [:]
    /// The app's identifiers of the values that have one.
    private let ids: [String: String]

    /// Creates the values of a type.
    /// - Parameter isEnglish: Whether they are English, so that it is known how they sound.
    init(_ type: Catalog.SlotType, isEnglish: Bool) {
        isOpen = type.isOpen ?? (type.base == "selset" || type.name.hasPrefix("AMAZON."))
        ids = Dictionary(type.values.compactMap { value in value.id.map { (value.value, $0) } }) { first, _ in first }
        // All values are added before all synonyms, so that a synonym never hides a value.
        for value in type.values { add(value.value, value.value, isEnglish) }
        for value in type.values { for words in value.waysToSay { add(words, value.value, isEnglish) } }
    }

    /// Returns the canonical value of the words; nil when there is none.
    func value(_ words: String) -> String? {
        let keys = Words.tokenize(words).map(\.key)
        if let value = exact[keys.joined(separator: " ")] { return value }
        guard let key = SoundAlike.key(keys), let alike = sounds[key], SoundAlike.mayStand(keys, for: alike.words),
            !SoundAlike.isDoubtful(keys, for: alike.words, key)
        else { return nil }
        return alike.value
    }

    /// Returns the resolution of words as a value.
    func resolution(of value: String) -> Parameter.Resolution { .init(.matched, id: ids[value]) }

    /// Returns the canonical value of words, given as their keys; nil when they are not exactly those of one.
    func exactValue(_ keys: [String]) -> String? { exact[keys.joined(separator: " ")] }

    private mutating func add(_ words: String, _ value: String, _ isEnglish: Bool) {
        let keys = Words.tokenize(words).map(\.key)
        guard !keys.isEmpty else { return }
        let text = keys.joined(separator: " ")
        exact[text] = exact[text] ?? value
        guard isEnglish, let key = SoundAlike.key(keys) else { return }
        sounds[key] = sounds[key] ?? (value: value, words: keys)
    }
}
