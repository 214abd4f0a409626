import SaybusMessages

/// A sequence in the mix: what was ordered, and what has been heard of it.
struct PlaybackState: Sendable {
    enum Problem: Sendable, Equatable {
        case partly(String), wholly(String)
    }

    let entry: PlayQueue.Entry
    let arrival: Int
    /// Why it was told to end; nil when it was not.
    var cut: String?
    /// Whether it was told to hold.
    var isSuspended = false
    var holdReason: String?
    var isDucked = false
    /// Whether its first sample has sounded.
    var hasStarted = false
    /// Whether that of its event has.
    var itemHasStarted = false
    /// Whether the user may barge in.
    var isOpen: Bool
    /// How many samples have sounded, as far as marks tell.
    var heard = 0
    var playedItems = 0
    var firstProblem: String?
    /// The words that have sounded, and how many, where the voice tells them.
    var spoken: [String] = []
    var words: Int?
    /// The word that sounds now.
    var word: String?

    init(_ entry: PlayQueue.Entry, arrival: Int) {
        (self.entry, self.arrival, isOpen) = (entry, arrival, entry.bargeInAfterMs <= 0)
    }

    /// A word begins; the one before has sounded.
    mutating func begin(_ word: String) {
        endWord()
        self.word = word
        words = words ?? 0
    }

    /// An event was heard to its end.
    mutating func heardItem(_ index: Int) {
        if word == nil, words == nil, entry.events.indices.contains(index) {
            let text = entry.events[index].spokenText
            if !text.isEmpty { spoken.append(text) }
        }
        endWord()
    }

    private mutating func endWord() {
        guard let word else { return }
        spoken.append(word)
        words = (words ?? 0) + word.split(separator: " ").count
        self.word = nil
    }
}
