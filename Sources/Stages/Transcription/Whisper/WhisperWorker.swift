import Dispatch
import SaybusSupport
import SaybusWhisper
import Synchronization

/// The queue on which a model transcribes. Callers wait no longer than their time, even for a library that hangs.
final class WhisperWorker: Sendable {
    private let model: WhisperModel
    private let queue = DispatchQueue(label: "saybus.whisper", qos: .userInitiated)
    /// The transcriptions that the library has not finished.
    private let running = Atomic(0)
    /// The transcriptions that the library has not finished although their time was over.
    private let overdue = Atomic(0)

    /// The time that the library has to stop after a deadline.
    private static let grace = Duration.milliseconds(500)

    init(_ model: WhisperModel) { self.model = model }

    /// Whether the library is at work.
    var isBusy: Bool { running.load(ordering: .relaxed) > 0 }

    /// Whether the library has not stopped in time. A new request would wait in vain.
    var isStuck: Bool { overdue.load(ordering: .relaxed) > 0 }

    /// Transcribes sound after all earlier requests.
    ///
    /// If the task is cancelled, the control ends the transcription.
    /// - Throws: `WhisperError`; `timeout` at once when the library is stuck, else at the latest half a second after
    ///   the control's deadline.
    func transcribe(
        _ samples: [Int16], _ settings: WhisperSettings, _ control: WhisperControl, sentences: SentenceRequest? = nil
    ) async throws(WhisperError) -> WhisperText {
        guard !isStuck else { throw Self.hangs }
        let answer = OneTimeValue<Result<WhisperText, WhisperError>>()
        running.add(1, ordering: .relaxed)
        queue.async { [self] in
            let result = Result { () throws(WhisperError) in
                try model.transcribe(samples, settings, control, sentences: sentences)
            }
            running.subtract(1, ordering: .relaxed)
            if !answer.resolve(result) { overdue.subtract(1, ordering: .relaxed) }
        }
        let wait = max(.zero, control.deadline - .now) + Self.grace
        let nanoseconds = Int(wait / .nanoseconds(1))
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [self] in
            answer.resolve(.failure(Self.hangs)) { overdue.add(1, ordering: .relaxed) }
        }
        let result = await withTaskCancellationHandler {
            await answer.value
        } onCancel: {
            control.cancel()
        }
        return try result.get()
    }

    /// Waits until the library has finished its requests, at most half a second.
    func waitUntilIdle() async {
        guard isBusy else { return }
        let isIdle = OneTimeValue<Void>()
        queue.async { isIdle.resolve(()) }
        let nanoseconds = Int(Self.grace / .nanoseconds(1))
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { isIdle.resolve(()) }
        await isIdle.value
    }

    private static let hangs = WhisperError(.timeout, "libwhisper hangs: restart this program")
}
