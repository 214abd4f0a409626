import Logging
import SaybusStage
import ServiceLifecycle

extension StageContext {
    /// Opens a loudspeaker; reports in the status when that takes longer than a second.
    /// - Throws: `CancellationError` when the stage is told to stop meanwhile.
    func openingLoudspeaker<Sink: Sendable>(_ open: @escaping @Sendable () async -> Sink) async throws -> Sink {
        let announcement = Task {
            guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
            logger.notice("waiting for the loudspeaker")
            setProblem("waiting for the loudspeaker: does its sound server hang?", of: SoundProblem.loudspeaker)
        }
        let opened: Result<Sink, any Error>
        do {
            opened = .success(
                try await cancelWhenGracefulShutdown {
                    let sink = await open()
                    // A cancelled opening must not be reported as a lost loudspeaker.
                    try Task.checkCancellation()
                    return sink
                })
        } catch {
            opened = .failure(error)
        }
        announcement.cancel()
        await announcement.value
        setProblem(nil, of: SoundProblem.loudspeaker)
        return try opened.get()
    }

    /// Shows in the status why an engine does not speak; nil removes that.
    func reportVoice(_ problem: MonitoredSynthesizer.Problem?) {
        switch problem {
        case .silent(let reason):
            setProblem("no speech: \(reason)", of: SoundProblem.speech)
            setProblem(nil, of: SoundProblem.voice)
        case .limited(let reason):
            setProblem("another voice speaks: \(reason)", of: SoundProblem.voice)
            setProblem(nil, of: SoundProblem.speech)
        case nil:
            setProblem(nil, of: SoundProblem.speech)
            setProblem(nil, of: SoundProblem.voice)
        }
    }

    /// Shows in the status why a sequence was skipped at once; nil, for a sequence that was taken, removes that.
    func reportQueue(_ refusal: String?) { setProblem(refusal.map { "no room: \($0)" }, of: SoundProblem.queue) }

    /// Logs and shows in the status why the loudspeaker is lost; nil when it is back.
    func reportLoudspeaker(_ failure: (any Error)?) {
        if let failure {
            logger.error("no sound until the loudspeaker is available", metadata: ["reason": "\(failure)"])
        } else {
            logger.notice("the loudspeaker is available now")
        }
        setProblem(failure.map { "no sound: \($0)" }, of: SoundProblem.loudspeaker)
    }
}
