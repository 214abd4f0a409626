import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// The values of a slot type, found by their words or by words that sound alike.
struct SpokenValues: Sendable {
    /// Whether other values are accepted.
    let isOpen: Bool
    private var exact: [String: String] = [:]
    private var sounds: [SoundKey: String] = [:]
    /// The app's identifiers of the values that have one.
    private let ids: [String: String]

    init(_ type: Catalog.SlotType) {
        isOpen = type.isOpen ?? (type.base == "selset" || type.name.hasPrefix("AMAZON."))
        ids = Dictionary(type.values.compactMap { value in value.id.map { (value.value, $0) } }) { first, _ in first }
        // All values are added before all synonyms, so that a synonym never hides a value.
        for value in type.values { add(value.value, value.value) }
        for value in type.values { for words in value.waysToSay { add(words, value.value) } }
    }

    /// Returns the canonical value of the words; nil when there is none.
    func value(_ words: String) -> String? {
        let keys = Words.tokenize(words).map(\.key)
        if let value = exact[keys.joined(separator: " ")] { return value }
        let key = SoundKey(keys)
        return key.sounds.count >= TranscriptRepair.minimumSounds ? sounds[key] : nil
    }

    /// Returns the resolution of words as a value.
    func resolution(of value: String) -> Parameter.Resolution { .init(.matched, id: ids[value]) }

    /// Returns the canonical value of words, given as their keys; nil when they are not exactly those of one.
    func exactValue(_ keys: [String]) -> String? { exact[keys.joined(separator: " ")] }

    private mutating func add(_ words: String, _ value: String) {
        let keys = Words.tokenize(words).map(\.key)
        guard !keys.isEmpty else { return }
        let text = keys.joined(separator: " ")
        exact[text] = exact[text] ?? value
        let key = SoundKey(keys)
        sounds[key] = sounds[key] ?? value
    }
}
