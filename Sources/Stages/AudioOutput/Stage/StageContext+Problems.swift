import Logging
import SaybusMessages
import SaybusStage
import ServiceLifecycle

extension StageContext {
    private static let silence = "no sound: "
    private static let speechless = "no speech: "
    private static let replaced = "another voice speaks: "
    private static let full = "no room: "
    private static let waiting = "waiting for the loudspeaker: does its sound server hang?"

    /// Opens a loudspeaker; reports in the status when that takes longer than a second.
    /// - Throws: `CancellationError` when the stage is told to stop meanwhile.
    func openingLoudspeaker<Sink: Sendable>(_ open: @escaping @Sendable () async -> Sink) async throws -> Sink {
        let announcement = Task {
            guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
            logger.notice("waiting for the loudspeaker")
            update { $0.problem = Self.waiting }
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
        update { if $0.problem == Self.waiting { $0.problem = nil } }
        return try opened.get()
    }

    /// Shows in the status why an engine does not speak; nil removes that.
    func reportVoice(_ problem: MonitoredSynthesizer.Problem?) {
        update { status in
            switch problem {
            case .silent(let reason): status.problem = Self.speechless + reason
            case .limited(let reason):
                // No sound at all is worse than another voice.
                guard status.problem == nil || Self.isOfVoice(status.problem) else { return }
                status.problem = Self.replaced + reason
            case nil:
                if Self.isOfVoice(status.problem) { status.problem = nil }
            }
        }
    }

    private static func isOfVoice(_ problem: String?) -> Bool {
        [speechless, replaced].contains { problem?.hasPrefix($0) == true }
    }

    /// Shows in the status why a sequence was skipped at once; nil, for a sequence that was taken, removes that.
    func reportQueue(_ refusal: String?) {
        let shown = refusal.map { Self.full + $0 }
        guard shown != nil || problem?.hasPrefix(Self.full) == true else { return }
        update { status in
            if let shown {
                status.problem = shown
            } else if status.problem?.hasPrefix(Self.full) == true {
                status.problem = nil
            }
        }
    }

    /// Logs and shows in the status why the loudspeaker is lost; nil when it is back.
    func reportLoudspeaker(_ failure: (any Error)?) {
        if let failure {
            logger.error("no sound until the loudspeaker is available", metadata: ["reason": "\(failure)"])
            update { $0.problem = Self.silence + "\(failure)" }
        } else {
            logger.notice("the loudspeaker is available now")
            update { if $0.problem?.hasPrefix(Self.silence) == true { $0.problem = nil } }
        }
    }
}
