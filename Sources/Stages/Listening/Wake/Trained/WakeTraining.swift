import SaybusMessages
import SaybusMicroWakeWord
import SaybusStage

/// The training of a wake word from a few recordings. Pure.
public struct WakeTraining: Sendable {
    /// The prospects of a trained wake word.
    public struct Report: Sendable, Codable, Equatable {
        /// The wake word as it was named for the training.
        public let phrase: String
        /// The number of recordings that were learnt from.
        public let recordings: Int
        /// The recordings that would have been missed, had only the others been learnt from.
        public let missed: Int
        /// The recordings that would have been missed in noise 5 to 12 dB softer, counted in the same way.
        public let missedInNoise: Int
        /// Further recordings, which were not learnt from.
        public let checked: Int
        /// The checked recordings that were missed.
        public let checkedMissed: Int
        /// The likeness of each recording to the others, up to 1.
        let likenesses: [Float]
        /// The likeness from which on sound counts as the wake word.
        let cutoff: Float
        /// Hours of other sound that was searched.
        public let hoursOfOtherSound: Double
        /// Detections in it: of each half with the cutoff that the other half asks for.
        public let falseAlarms: Int
        /// The largest likeness in it; nil without other sound.
        let likestOther: Float?
        /// The places in it that are as like as the recordings, the likest first: the wake word may be said there. None
        /// when there are so many of them that the recordings are at fault.
        public let suspects: [Suspect]
    }

    /// A place in other sound that is as like as the recordings. The cutoff does not depend on it.
    public struct Suspect: Sendable, Codable, Equatable {
        /// The name of the sound, such as its file.
        public let name: String
        /// The seconds from the beginning of the sound.
        public let second: Double
        /// The likeness, up to 1.
        let likeness: Float
    }

    /// The fewest and the most recordings.
    public static let counts = 3...200
    /// The largest likeness of other speech where none was given: that of three phrases to 17 minutes of people
    /// ordering coffee is 0.38 to 0.45.
    static let usualOther: Float = 0.45
    /// The place of the cutoff between the largest likeness of other sound and the median of the recordings.
    static let place: Float = 0.3
    /// The vectors of other sound after which a new match is another one: 1 s.
    private static let distance = 12
    /// The most suspects in a report.
    private static let maximumSuspects = 5
    /// The most times an hour that the wake word may be said in other sound. Recordings that are like any speech, or
    /// like nothing, have far more suspects.
    private static let maximumSaid = 20.0

    private let phrase: String
    private let recordings: [WakeRecording]
    /// The sum of each recording's windows.
    private let sums: [[Float]]
    private let word: [Float]
    private var checks: [Float] = []
    private var others: [Suspect] = []
    private var hours = 0.0

    /// Takes the recordings.
    /// - Throws: `StageFailure` with code `usage` for too few or too many of them, and for a phrase without letters.
    public init(phrase: String, recordings: [WakeRecording]) throws(StageFailure) {
        guard phrase.contains(where: \.isLetter) else { throw StageFailure(.usage, "a wake word has letters") }
        guard Self.counts.contains(recordings.count) else {
            throw StageFailure(
                .usage,
                "\(recordings.count) recordings: give \(Self.counts.lowerBound) to \(Self.counts.upperBound), best five or more"
            )
        }
        (self.phrase, self.recordings) = (phrase, recordings)
        sums = recordings.map { WindowSearch.sum(of: $0.windows) }
        word = WindowSearch.mean(of: sums)
    }

    /// Searches other sound, for the cutoff and the count of false alarms.
    /// - Parameters:
    ///   - vectors: The vectors of the sound, with a quiet room before and after it.
    ///   - seconds: The length of the sound.
    ///   - name: The name of the sound for ``Suspect``.
    public mutating func hear(other vectors: [[Float]], seconds: Double, name: String = "") {
        hours += seconds / 3600
        var search = WindowSearch(word)
        var peak: (likeness: Float, index: Int)?
        func place(_ peak: (likeness: Float, index: Int)) -> Suspect {
            let sample = (peak.index - WindowSearch.length) * SpeechEmbedding.step - WakeRecording.quietBefore
            let second = Double(max(0, sample)) / Double(PCMFormat.speech.rate)
            return Suspect(name: name, second: second, likeness: peak.likeness)
        }
        for (index, vector) in vectors.enumerated() {
            guard let likeness = search.likeness(vector) else { continue }
            if peak.map({ likeness > $0.likeness }) ?? true { peak = (likeness, index) }
            // A place is as like as its likest window; another one is a second away.
            if let open = peak, index - open.index >= Self.distance {
                others.append(place(open))
                peak = nil
            }
        }
        if let peak { others.append(place(peak)) }
    }

    /// Checks a further recording of the wake word, such as another person's. It is not learnt from.
    public mutating func check(_ recording: WakeRecording) {
        checks.append(WindowSearch.largest(in: recording.vectors, to: word))
    }

    /// Returns the wake word and its prospects.
    ///
    /// The prospects are cross-validated: neither a recording nor other sound decides about itself.
    public func finish() -> (TrainedWakeWord, Report) {
        let likenesses = recordings.indices.map { likeness(of: $0) }
        let sameAsRecordings = likenesses.sorted()[likenesses.count / 4]
        let suspects = suspects(from: sameAsRecordings)
        // The wake word itself in the other sound would make all recordings be missed.
        let limit = suspects.isEmpty ? Float.infinity : sameAsRecordings
        func likest(_ others: some Sequence<Suspect>) -> Float? {
            others.lazy.map(\.likeness).filter { $0 < limit }.max()
        }
        let cutoff = Self.cutoff(likenesses, other: likest(others))
        let cutoffs = recordings.indices.map { index in
            let rest = recordings.indices.filter { $0 != index }.map { likeness(of: $0, without: [index]) }
            return Self.cutoff(rest, other: likest(others))
        }
        let missed = recordings.indices.count { likenesses[$0] < cutoffs[$0] }
        let missedInNoise = recordings.indices.count {
            WindowSearch.largest(in: recordings[$0].noisy, to: word(without: [$0])) < cutoffs[$0]
        }
        let halves = [others.prefix(others.count / 2), others.dropFirst(others.count / 2)]
        let falseAlarms = zip(halves, halves.reversed()).reduce(0) { sum, pair in
            let cutoff = Self.cutoff(likenesses, other: likest(pair.1))
            return sum + pair.0.count { $0.likeness >= cutoff }
        }
        let report = Report(
            phrase: phrase, recordings: recordings.count, missed: missed,
            missedInNoise: missedInNoise, checked: checks.count, checkedMissed: checks.count { $0 < cutoff },
            likenesses: likenesses, cutoff: cutoff,
            hoursOfOtherSound: hours, falseAlarms: falseAlarms, likestOther: others.map(\.likeness).max(),
            suspects: Array(suspects.prefix(Self.maximumSuspects)))
        return (TrainedWakeWord(phrase: phrase, cutoff: cutoff, vectors: word), report)
    }

    /// Returns the places in other sound that have a likeness or more, the likest first; none when there are too many.
    private func suspects(from likeness: Float) -> [Suspect] {
        let alike = others.filter { $0.likeness >= likeness }
        guard Double(alike.count) <= max(Double(Self.maximumSuspects), Self.maximumSaid * hours) else { return [] }
        return alike.sorted { $0.likeness > $1.likeness }
    }

    /// Returns the likeness of a recording to the others, of which some are left out.
    private func likeness(of index: Int, without left: Set<Int> = []) -> Float {
        WindowSearch.largest(in: recordings[index].vectors, to: word(without: left.union([index])))
    }

    /// Returns the mean of the recordings' windows, of which some are left out.
    private func word(without left: Set<Int>) -> [Float] {
        WindowSearch.mean(of: recordings.indices.filter { !left.contains($0) }.map { sums[$0] })
    }

    /// Returns the cutoff between the likeness of recordings and that of other sound.
    static func cutoff(_ likenesses: [Float], other: Float?) -> Float {
        let sorted = likenesses.sorted()
        let median = sorted.isEmpty ? 1 : sorted[sorted.count / 2]
        let other = max(other ?? usualOther, 0)
        return other + place * max(0, median - other)
    }
}
