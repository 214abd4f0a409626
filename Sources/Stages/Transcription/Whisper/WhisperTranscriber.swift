import SaybusWhisper
import Synchronization

/// A transcriber of sound by one model: with as many frames of the encoder as this machine processes in time, and once
/// more where the model wrote the same words again and again.
final class WhisperTranscriber: Sendable {
    private struct State {
        var budget = EncoderBudget()
        var isWarm = false
        /// Whether the library could not transcribe when it was tried at the start.
        var hasFailedAtStart = false
        /// The failure at the start; nil when there was none, and as soon as the library has transcribed something.
        var failureAtStart: WhisperError?
    }

    /// The factor of the confidence in a text that repeats itself: the model is sure of texts that it writes for noise.
    private static let trustInRepetition = 0.5

    private let worker: WhisperWorker
    /// The frames that the encoder holds.
    private let maximumFrames: Int
    private let state = Mutex(State())

    init(_ model: WhisperModel) {
        (worker, maximumFrames) = (WhisperWorker(model), model.file.frameCount)
    }

    /// Whether the library is at work.
    var isBusy: Bool { worker.isBusy }

    /// Whether the library has not stopped in time. A new request would wait in vain.
    var isStuck: Bool { worker.isStuck }

    /// The frames of the encoder that this machine processes in time; 0, for as few as possible, before the first
    /// measurement.
    var frames: Int { state.withLock { $0.budget.frames } }

    /// Transcribes silence once, so that the first turn is as fast as others, and the time that it takes is known.
    func warmUp(_ settings: WhisperSettings, timeout: Duration) async {
        let isFirst = state.withLock { state in
            defer { state.isWarm = true }
            return !state.isWarm
        }
        guard isFirst else { return }
        let control = WhisperControl(deadline: .now + timeout)
        do throws(WhisperError) {
            _ = try await text(of: [Int16](repeating: 0, count: TurnBuffer.rate), settings, nil, control)
        } catch {
            state.withLock { ($0.hasFailedAtStart, $0.failureAtStart) = (true, error) }
        }
    }

    /// Returns whether the library failed when it was tried at the start, and has transcribed something since.
    /// - Throws: The failure at the start, until then.
    func checkStart() throws(WhisperError) -> Bool {
        let (failure, hasFailed) = state.withLock { ($0.failureAtStart, $0.hasFailedAtStart) }
        if let failure { throw failure }
        return hasFailed
    }

    /// Transcribes sound; a second time, and thoroughly, when the model wrote the same words again and again.
    /// - Parameter commands: The sentences that are sought, too; nil for none.
    func text(
        of samples: [Int16], _ settings: WhisperSettings, _ commands: WhisperCommands?, _ control: WhisperControl
    ) async throws(WhisperError) -> WhisperText {
        let wasBusy = worker.isBusy
        var text = try await worker.transcribe(samples, settings, control, sentences: commands?.request)
        let frames = settings.encoderFrames(forSamples: samples.count, of: maximumFrames)
        record(wasBusy ? nil : text.time, frames: frames > 0 ? frames : maximumFrames)
        guard text.cutRepetition() else { return text }
        text.confidence *= Self.trustInRepetition
        // Sound that the model takes in several parts goes on after the repetition.
        text.isCut = !WhisperSettings.fits(samples.count, in: maximumFrames)
        // All frames again would give the same text.
        guard 1..<maximumFrames ~= frames else { return text }
        var thorough = settings
        thorough.frames = maximumFrames
        // If the second attempt fails or runs out of time, the words before the repetition count.
        guard var second = try? await worker.transcribe(samples, thorough, control, sentences: commands?.request)
        else { return text }
        if second.cutRepetition() { second.confidence *= Self.trustInRepetition }
        return second
    }

    /// Transcribes the beginning of a turn, for a partial text. It ends where the model, whose sound breaks off there,
    /// begins to write the same words again and again.
    func partialText(
        of samples: [Int16], _ settings: WhisperSettings, _ control: WhisperControl
    ) async throws(WhisperError) -> WhisperText {
        var text = try await worker.transcribe(samples, settings, control)
        _ = text.cutRepetition()
        return text
    }

    /// Waits until the library has finished its requests, at most half a second.
    func waitUntilIdle() async { await worker.waitUntilIdle() }

    /// Records a transcription that has succeeded.
    /// - Parameter time: The time that it took; nil when it waited for another one.
    private func record(_ time: Duration?, frames: Int) {
        state.withLock { state in
            state.failureAtStart = nil
            if let time { state.budget.record(time, frames: frames) }
        }
    }
}
