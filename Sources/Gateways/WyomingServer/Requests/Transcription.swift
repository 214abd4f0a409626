import SaybusListening
import SaybusTranscription

/// The recognition of one utterance of a peer, by a recognizer of the pool.
struct Transcription {
    /// The most samples of an utterance: a minute. Later ones are dropped.
    static let maximumLength = 60 * IncomingSound.rate
    /// The time by which the sound of an utterance may be late: a peer that sends next to nothing must not keep a
    /// recognizer.
    static let margin = Duration.seconds(30)

    private let start: ContinuousClock.Instant
    private let entry: RecognizerPool.Entry
    private let pool: RecognizerPool
    private var text = GrowingText()
    private var samples = 0
    /// The time in which the recognizer has processed sound, for which the peer could not help.
    private(set) var spent = Duration.zero

    /// Takes a recognizer out of the pool, and begins.
    /// - Throws: ``RequestFailure`` when none becomes free in time, or the pool is closed.
    init(_ pool: RecognizerPool) async throws {
        guard let entry = try await pool.take() else { throw RequestFailure("stopped", "the gateway stops") }
        (self.entry, self.pool) = (entry, pool)
        start = .now
        do {
            try await entry.recognizer.begin()
        } catch {
            await pool.put(back: entry)
            throw error
        }
    }

    /// The time at which the utterance ends at the latest. More sound puts it off, up to the longest one.
    var end: ContinuousClock.Instant {
        start + Self.margin + spent + .milliseconds(samples * 1000 / IncomingSound.rate)
    }

    /// The results that a piece of sound has added.
    struct Progress {
        /// The next words of the text; nil for none.
        var words: String?
        /// The result so far, for the endpointer; nil for none.
        var recognized: RecognizedSoFar?
    }

    /// Processes the next samples.
    mutating func accept(_ new: [Int16]) async throws -> Progress {
        let kept = Array(new.prefix(Self.maximumLength - samples))
        samples += kept.count
        let begin = ContinuousClock.now
        defer { spent += ContinuousClock.now - begin }
        guard !kept.isEmpty, let partial = try await entry.recognizer.accept(kept) else { return Progress() }
        let perMillisecond = IncomingSound.rate / 1000
        let recognized = partial.heardMs.flatMap { heard in
            partial.wordsEndMs.map { end in
                RecognizedSoFar(
                    isComplete: partial.isComplete, mayGoOn: partial.mayGoOn, heard: heard * perMillisecond,
                    wordsEnd: end * perMillisecond)
            }
        }
        return Progress(words: text.update(partial.text), recognized: recognized)
    }

    /// Ends the utterance.
    /// - Returns: The result, and the words of its text that were not told yet.
    mutating func finish() async throws -> (result: RecognitionResult, rest: String?) {
        do {
            let result = try await entry.recognizer.finish()
            await pool.put(back: entry)
            return (result, text.finish(result.text))
        } catch {
            await cancel()
            throw error
        }
    }

    /// Drops the utterance.
    func cancel() async {
        await entry.recognizer.cancel()
        await pool.put(back: entry)
    }
}
