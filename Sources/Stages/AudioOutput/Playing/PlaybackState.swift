import SaybusMessages

/// The state of a sequence in the mix: the commands given, and what was played back of it.
struct PlaybackState: Sendable {
    let entry: PlayQueue.Entry
    /// The number of the sequence in the order of arrival.
    let arrival: Int
    /// The estimated length of the sequence in seconds.
    let seconds: Double
    /// The reason for ending the sequence early; nil when there is none.
    var cut: String?
    /// The cause of the early end, if it was intended.
    var cause: AudioPlayback.Cause?
    /// Whether the sequence is held.
    var isSuspended = false
    /// The reason of the last hold, for the report.
    var holdReason: String?
    var isDucked = false
    /// Whether the sequence's first sample was played back.
    var hasStarted = false
    /// Whether the current event's first sample was played back.
    var itemHasStarted = false
    /// Whether the user may barge in now.
    var allowsBargeIn: Bool
    /// The number of samples played back, as of the last mark.
    var played = 0
    var playedItems = 0
    var firstProblem: String?
    /// The words played back and their number, for voices that report words.
    var spoken: [String] = []
    var words: Int?
    /// The word being played back.
    var word: String?

    init(_ entry: PlayQueue.Entry, arrival: Int, seconds: Double) {
        (self.entry, self.arrival, self.seconds) = (entry, arrival, seconds)
        allowsBargeIn = entry.bargeInAfterMs <= 0
    }

    /// Begins a word; the previous one has been played back.
    mutating func begin(_ word: String) {
        endWord()
        self.word = word
        words = words ?? 0
    }

    /// Records that an event was played back to its end.
    mutating func endItem(_ index: Int) {
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
