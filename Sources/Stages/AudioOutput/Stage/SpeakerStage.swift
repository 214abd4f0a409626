import Logging
import SaybusBus
import SaybusMessages
import SaybusSound
import SaybusStage
import ServiceLifecycle

/// The speaker stage, which plays what the audio stage of another machine sends with `--sink bus`.
public struct SpeakerStage: Sendable {
    /// The stage's role, which differs from the audio stage's so that it is sent no sequences.
    public static let role = Role.speaker

    private let sink: any AudioSink

    /// Creates a stage with its loudspeaker.
    public init(sink: any AudioSink) { self.sink = sink }

    /// Plays until the program is told to stop.
    public func run(_ context: StageContext) async throws {
        let bus = context.bus
        let messages = bus.subscribe(to: [SubscriptionFilter(AudioOutput.self, in: context.coverage)])
        let speaker = RemoteSpeaker(sink) { [logger = context.logger] playback, first in
            if let reason = playback.reason { logger.error("cannot play", metadata: ["reason": "\(reason)"]) }
            do {
                try bus.publish(playback, answering: first)
            } catch {
                logger.error("cannot report", metadata: ["error": "\(error)"])
            }
        }
        await sink.watch { context.reportLoudspeaker($0) }
        try await context.ready()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await speaker.run() }
            for await received in messages.cancelOnGracefulShutdown() {
                guard case .message(let raw) = received, let chunk = bus.read(raw, as: AudioOutput.self) else {
                    continue
                }
                await speaker.take(chunk.body, chunk.header)
            }
            speaker.finish()
            group.cancelAll()
        }
        do {
            try await sink.close()
        } catch {
            context.logger.error("cannot close the loudspeaker", metadata: ["error": "\(error)"])
        }
    }
}
