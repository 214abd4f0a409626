import SaybusWhisper

/// A transcription of a turn that may be over, begun before its end is certain.
struct EarlyTranscription: Sendable {
    /// The number of the turn's samples that are transcribed.
    private let length: Int
    /// The switch that ends it.
    let control: WhisperControl
    private let work: Task<Result<WhisperText, WhisperError>, Never>

    /// Begins the transcription.
    init(
        of samples: [Int16], _ control: WhisperControl,
        by transcribe: @escaping @Sendable () async throws(WhisperError) -> WhisperText
    ) {
        (length, self.control) = (samples.count, control)
        work = Task {
            do throws(WhisperError) {
                return .success(try await transcribe())
            } catch {
                return .failure(error)
            }
        }
    }

    /// Returns whether nothing was said after the part that is transcribed.
    func covers(_ samples: [Int16]) -> Bool {
        !control.isCancelled && !SoundLevel.hasSpeech(samples, from: length)
    }

    /// The text, or the reason why there is none. If the task that waits for it is cancelled, the transcription ends.
    var result: Result<WhisperText, WhisperError> {
        get async {
            await withTaskCancellationHandler {
                await work.value
            } onCancel: {
                control.cancel()
            }
        }
    }
}
