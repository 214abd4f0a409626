import Glibc

/// The loudness of an open turn, 20 ms by 20 ms, which tells speech that goes on from the noise of a room. Pure.
struct TurnLevels: Sendable {
    /// The least difference of the words' level from the room's, in decibels, in a room that is quiet enough to tell.
    private static let quietRoom = 28.0
    /// The most decibels by which speech that goes on is softer than the words before it.
    private static let softer = 8.0
    /// The least share of such loud pieces in speech: the others are its pauses and soft sounds.
    private static let loudShare = 0.3
    /// The pieces after the last word that may still be its end: 100 ms.
    private static let wordEnd = 5
    /// The lowest level of a room, in decibels of full scale: a device that mutes pauses is no quieter room.
    private static let quietest = -70.0
    /// The rates at which the room's level rises under sound and falls under silence, in decibels a piece.
    private static let (rise, fall) = (0.04, 0.8)

    /// The samples of a piece.
    private let piece: Int
    /// The room's level in decibels of full scale; nil before any sound.
    private var room: Double?
    /// The levels of the open turn in decibels of full scale.
    private var levels: [Double] = []
    /// The sum of squares and the number of the samples of the piece that is not whole yet.
    private var (squares, count) = (0.0, 0)

    /// Creates levels of no turn.
    /// - Parameter rate: The sample rate in hertz.
    init(rate: Int) { piece = max(1, rate / 50) }

    /// Takes samples in no turn.
    mutating func hear(_ samples: ArraySlice<Int16>) { take(samples, isInTurn: false) }

    /// Begins a turn with samples that ``hear(_:)`` has had.
    mutating func begin(with samples: ArraySlice<Int16>) {
        (levels, squares, count) = ([], 0, 0)
        let room = room
        take(samples, isInTurn: true)
        self.room = room
    }

    /// Takes the next samples of the open turn.
    mutating func append(_ samples: ArraySlice<Int16>) { take(samples, isInTurn: true) }

    /// Ends the open turn. The room's level stays.
    mutating func end() { (levels, squares, count) = ([], 0, 0) }

    /// Returns whether somebody speaks on after a word, about as loudly as before, in a quiet room.
    /// - Parameter wordsEnd: The end of the word, in samples from the turn's start.
    func goOn(after wordsEnd: Int) -> Bool {
        let end = min(levels.count, max(0, wordsEnd) / piece)
        let (words, rest) = (levels[..<end].sorted(), levels[end...].dropFirst(Self.wordEnd))
        guard let room, !words.isEmpty, !rest.isEmpty else { return false }
        let level = words[words.count * 9 / 10]
        guard level - max(room, Self.quietest) >= Self.quietRoom else { return false }
        return Double(rest.count { $0 >= level - Self.softer }) >= Self.loudShare * Double(rest.count)
    }

    private mutating func take(_ samples: ArraySlice<Int16>, isInTurn: Bool) {
        for sample in samples {
            squares += Double(sample) * Double(sample)
            count += 1
            guard count == piece else { continue }
            let level = 10 * log10(squares / Double(piece) / 1_073_741_824 + 1e-10)
            let old = room ?? level
            room = level > old ? min(level, old + Self.rise) : max(level, old - Self.fall)
            if isInTurn { levels.append(level) }
            (squares, count) = (0, 0)
        }
    }
}
