import SaybusMicroWakeWord

/// A comparison of the newest vectors of speech with those of a wake word. Pure.
struct WindowSearch: Sendable {
    /// The vectors of a window: 640 ms, each of which holds 775 ms of sound.
    static let length = 8
    /// The vectors of a window that end after the word, so that its last sound is in all of its window.
    static let after = 2
    /// The samples from the end of the word to the moment at which its window is complete.
    static let delay =
        SpeechEmbedding.first - SpeechEmbedding.firstEnd + after * SpeechEmbedding.step

    private let word: [Float]
    private var recent: [[Float]] = []

    /// - Parameter word: The vectors of a wake word, one after the other.
    init(_ word: [Float]) { self.word = word }

    /// Takes the next vector.
    /// - Returns: The likeness of the newest window, from -1 to 1; nil as long as there are too few vectors.
    mutating func likeness(_ vector: [Float]) -> Float? {
        recent.append(vector)
        guard recent.count >= Self.length else { return nil }
        if recent.count > Self.length { recent.removeFirst() }
        return Self.likeness(of: Self.joined(recent[...]), to: word)
    }

    /// Forgets the vectors so far.
    mutating func reset() { recent = [] }

    /// Returns the largest likeness of all windows of some vectors; -1 when there are too few.
    static func largest(in vectors: [[Float]], to word: [Float]) -> Float {
        var search = WindowSearch(word)
        return vectors.reduce(-1) { max($0, search.likeness($1) ?? -1) }
    }

    /// Returns a window as one row of length 1.
    static func joined(_ vectors: ArraySlice<[Float]>) -> [Float] { scaled(Array(vectors.joined())) }

    /// Returns the mean of windows, of length 1.
    static func mean(of windows: [[Float]]) -> [Float] { scaled(sum(of: windows)) }

    /// Returns the sum of windows.
    static func sum(of windows: [[Float]]) -> [Float] {
        guard var sum = windows.first else { return [] }
        for window in windows.dropFirst() {
            for (place, value) in window.enumerated() { sum[place] += value }
        }
        return sum
    }

    private static func scaled(_ values: [Float]) -> [Float] {
        let length = max(1e-6, values.reduce(0) { $0 + $1 * $1 }.squareRoot())
        return values.map { $0 / length }
    }

    private static func likeness(of one: [Float], to other: [Float]) -> Float {
        zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
    }
}
