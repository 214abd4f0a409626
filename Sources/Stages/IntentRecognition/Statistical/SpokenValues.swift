import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// The values of a slot type, found by the words that say them or sound like them.
struct SpokenValues: Sendable {
    /// Whether other words are taken, too.
    let isOpen: Bool
    private var exact: [String: String] = [:]
    private var sounds: [SoundKey: String] = [:]

    init(_ type: Catalog.SlotType) {
        isOpen = type.isOpen ?? (type.base == "selset" || type.name.hasPrefix("AMAZON."))
        // All values before all synonyms: a synonym must not hide a value.
        for value in type.values { add(value.value, value.value) }
        for value in type.values { for words in value.waysToSay { add(words, value.value) } }
    }

    /// The canonical value; nil when the words are none.
    func value(_ words: String) -> String? {
        let keys = Words.tokenize(words).map(\.key)
        if let value = exact[keys.joined(separator: " ")] { return value }
        let key = SoundKey(keys)
        return key.sounds.count >= TranscriptRepair.leastSounds ? sounds[key] : nil
    }

    private mutating func add(_ words: String, _ value: String) {
        let keys = Words.tokenize(words).map(\.key)
        guard !keys.isEmpty else { return }
        let text = keys.joined(separator: " ")
        exact[text] = exact[text] ?? value
        let key = SoundKey(keys)
        sounds[key] = sounds[key] ?? value
    }
}
