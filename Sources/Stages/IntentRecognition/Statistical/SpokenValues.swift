import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases

/// The values of a slot type, found by their words or, in English, by words that sound alike.
struct SpokenValues: Sendable {
    /// The meaning of words of the list.
    struct Entry: Sendable, Equatable {
        /// The value.
        let value: Parameter.Value
        /// The app's identifier of the value; nil when it has none, or several have these words.
        let id: String?

        /// The resolution of the words.
        var resolution: Parameter.Resolution { .init(.matched, id: id) }

        /// Returns the meaning of words that have another meaning, too. Of two entries with one name, such as a lamp
        /// and a lock, none is meant for certain, so the merged one has no id.
        func merged(with other: Entry) -> Entry {
            let isSame = value.description.lowercased() == other.value.description.lowercased()
            return isSame && id != other.id ? Entry(value: value, id: nil) : self
        }
    }

    /// Whether other values are accepted.
    let isOpen: Bool
    private var exact: [String: Entry] = [:]
    private var sounds: [SoundKey: (entry: Entry, words: [String])] = [:]

    /// Creates the values of a type.
    /// - Parameter isEnglish: Whether they are English, so that it is known how they sound.
    init(_ type: Catalog.SlotType, isEnglish: Bool) {
        isOpen = type.isOpen ?? (type.base == "selset" || type.name.hasPrefix("AMAZON."))
        // All values are added before all synonyms, so that a synonym never hides a value.
        for value in type.values {
            let own = value.number.map { Parameter.Value.number($0) } ?? .text(value.value)
            add(value.value, Entry(value: own, id: value.id), isEnglish)
        }
        for value in type.values {
            for way in value.meanings { add(way.words, Entry(value: way.value, id: value.id), isEnglish) }
        }
    }

    /// Returns the entry of words, or of words that sound alike; nil when they are no value.
    func entry(_ words: String) -> Entry? {
        let keys = Words.tokenize(words).map(\.key)
        if let entry = exactEntry(keys) { return entry }
        guard let key = SoundAlike.key(keys), let alike = sounds[key], SoundAlike.mayStand(keys, for: alike.words),
            !SoundAlike.isDoubtful(keys, for: alike.words, key)
        else { return nil }
        return alike.entry
    }

    /// Returns the entry that has exactly these words, given as their keys; nil for none.
    func exactEntry(_ keys: [String]) -> Entry? { exact[keys.joined(separator: " ")] }

    private mutating func add(_ words: String, _ entry: Entry, _ isEnglish: Bool) {
        let keys = Words.tokenize(words).map(\.key)
        guard !keys.isEmpty else { return }
        let text = keys.joined(separator: " ")
        let merged = exact[text].map { $0.merged(with: entry) } ?? entry
        exact[text] = merged
        guard isEnglish, let key = SoundAlike.key(keys), sounds[key].map({ $0.words == keys }) ?? true else { return }
        sounds[key] = (entry: merged, words: keys)
    }
}
