import SaybusAudioOutput
import SaybusListening
import SaybusMessages
import SaybusStage

/// The listening stage and the audio stage of one page: the same as `saybus-listen --push-to-talk` and `saybus-audio`,
/// with the browser as microphone and loudspeaker, in a session of the page's own.
struct TalkStages: Sendable {
    /// The options of the console, which the stages share but for their name and session.
    let options: StageOptions
    let session: Session
    let voice: ConsoleVoice
    let microphone: PageMicrophone
    let sink: BusSink

    /// Runs both until the task is cancelled, or one of them fails.
    func run() async throws {
        var own = options
        (own.common.session, own.instance) = (session.rawValue, "console-\(session)")
        try await withThrowingTaskGroup(of: Void.self) { [own] group in
            group.addTask {
                let stage = AudioStage(
                    sink: { [sink] _ in sink }, synthesizer: voice.synthesizer, options: voice.playing)
                try await StageRunner(
                    role: .audio, engine: voice.engine, tracking: AudioStage.tracking, options: own, isEmbedded: true
                ).run { try await stage.run($0) }
            }
            group.addTask {
                var listening = ListenOptions()
                (listening.mode, listening.tones) = (.pushToTalk, true)
                let stage = ListenStage(source: microphone, timing: .live, options: listening)
                try await StageRunner(
                    role: .listen, tracking: ListenStage.tracking, options: own, isEmbedded: true
                ).run { try await stage.run($0) }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}
