import SaybusMessages
import SaybusSupport

/// The recognition of one turn. However the recognizer fails, the turn gets a transcript, unless it has ended without
/// one: turns that nobody waits for would delay those that are still wanted.
struct TurnRecognition {
    let ended: EndedTurns
    /// The reason why recognition of the turn failed; nil when it has not failed.
    private(set) var problem: String?
    /// The recognizer's newest success or failure; nil when the stage has taken it.
    private var outcome: Result<Void, any Error>?
    private var revision = 0
    /// The next revisions of turns: one that was overtaken by another goes on with its own.
    private var revisions = GenerationalCache<TurnID, Int>(capacity: TurnScheduler.maximumTurns)
    /// The time that the recognizer has worked on the turn.
    private(set) var work = Duration.zero
    private var sampleCount = 0

    init(ended: EndedTurns) { self.ended = ended }

    /// The duration of the sound that the recognizer has heard in the turn.
    var heard: Duration { .seconds(sampleCount) / PCMFormat.speech.rate }

    /// Begins a turn, perhaps anew after another one has overtaken it.
    mutating func begin(_ recognizer: any SpeechRecognizer, of id: TurnID? = nil) async {
        (problem, revision, work, sampleCount) = (nil, id.flatMap { revisions[$0] } ?? 0, .zero, 0)
        let start = ContinuousClock.now
        do {
            try await recognizer.begin()
            work += .now - start
        } catch {
            await giveUp(error, recognizer)
        }
    }

    /// Hands sound of the turn to the recognizer.
    /// - Parameter isRepetition: Whether the recognizer has had the sound before another turn overtook this one.
    /// - Returns: The partial text; nil without one, and for a repetition, of which later partial texts are known.
    mutating func accept(
        _ samples: [Int16], of id: TurnID?, _ recognizer: any SpeechRecognizer, isRepetition: Bool = false
    ) async -> SpeechPartial? {
        guard problem == nil, !ended.contains(id) else { return nil }
        sampleCount += samples.count
        let start = ContinuousClock.now
        do {
            let partial = try await recognizer.accept(samples)
            work += .now - start
            guard let partial, !isRepetition else { return nil }
            defer {
                revision += 1
                if let id { revisions[id] = revision }
            }
            return SpeechPartial(
                text: partial.text, revision: revision, isComplete: partial.isComplete, mayGoOn: partial.mayGoOn,
                heardMs: partial.heardMs, wordsEndMs: partial.wordsEndMs)
        } catch {
            await giveUp(error, recognizer)
            return nil
        }
    }

    /// Ends the turn.
    /// - Parameters:
    ///   - id: The turn.
    ///   - recognizer: The recognizer that has heard its sound.
    ///   - missing: The number of chunks of the sound that were lost.
    ///   - chunks: The number of chunks that the listener sent.
    /// - Returns: The transcript; nil when the turn has ended meanwhile.
    /// - Throws: `CancellationError` when the stage's task was cancelled before the turn was recognized. The turn is
    ///   left to the stage's successor then.
    mutating func finish(
        _ id: TurnID?, _ recognizer: any SpeechRecognizer, missing: Int, of chunks: Int
    ) async throws(CancellationError) -> SpeechTranscript? {
        guard !ended.contains(id) else {
            await recognizer.cancel()
            return nil
        }
        if problem == nil {
            let start = ContinuousClock.now
            let recognition = await result(of: recognizer, unlessEnded: id)
            guard !ended.contains(id) else { return nil }
            do {
                let result = try recognition.get()
                work += .now - start
                outcome = .success(())
                let transcript = result.transcript(missingChunks: missing)
                return Self.lossFailure(transcript, missing: missing, of: chunks, recognizer) ?? transcript
            } catch {
                await giveUp(error, recognizer)
            }
        }
        // The cancellation of the stage is no failure of its engine.
        if Task.isCancelled { throw CancellationError() }
        return Self.failure(problem ?? "", of: recognizer)
    }

    /// Returns the recognizer's newest success or failure since the last call; nil without one.
    mutating func takeOutcome() -> Result<Void, any Error>? {
        defer { outcome = nil }
        return outcome
    }

    /// Closes the turn, and gives the work up if the turn ends meanwhile.
    private func result(
        of recognizer: any SpeechRecognizer, unlessEnded id: TurnID?
    ) async -> Result<RecognitionResult, any Error> {
        let work = Task { try await recognizer.finish() }
        let watch = Task { [ended] in
            guard let id, await ended.wait(for: id) else { return }
            work.cancel()
            await recognizer.cancel()
        }
        let result = await withTaskCancellationHandler {
            await work.result
        } onCancel: {
            work.cancel()
        }
        watch.cancel()
        // A late cancellation would be that of the next turn.
        await watch.value
        return result
    }

    /// Returns the transcript of a turn that could not be recognized.
    static func failure(_ reason: String, of recognizer: any SpeechRecognizer) -> SpeechTranscript {
        SpeechTranscript(text: "", confidence: 0, engine: recognizer.engine, empty: .failed, problem: reason)
    }

    /// Returns the transcript of a turn of which no words are left because half of its sound or more was lost; nil for
    /// another one. The silence in place of the lost sound is not the user's.
    private static func lossFailure(
        _ transcript: SpeechTranscript, missing: Int, of chunks: Int, _ recognizer: any SpeechRecognizer
    ) -> SpeechTranscript? {
        guard transcript.text.isEmpty, missing > 0, missing >= chunks - missing else { return nil }
        var failed = failure(
            "\(missing) of the \(chunks) chunks of the sound did not arrive, or could not be read, and no words are left",
            of: recognizer)
        failed.missingChunks = missing
        return failed
    }

    private mutating func giveUp(_ error: any Error, _ recognizer: any SpeechRecognizer) async {
        problem = "\(error)"
        outcome = .failure(error)
        await recognizer.cancel()
    }
}
