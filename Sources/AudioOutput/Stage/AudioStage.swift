import Bus
import Logging
import Messages
import ServiceLifecycle
import Sound
import Stage

/// The audio stage: plays every sequence and tells what was heard of it.
public struct AudioStage: Sendable {
    private let sink: any AudioSink
    private let synthesizer: any Synthesizer

    /// A stage with its loudspeaker and its voice.
    public init(sink: any AudioSink, synthesizer: any Synthesizer) {
        (self.sink, self.synthesizer) = (sink, synthesizer)
    }

    /// The tracked kinds that it publishes: none.
    public static let tracking: [any BusMessage.Type] = []

    /// Plays until the program is told to stop; what plays then is played to its end, as far as time allows.
    public func run(_ context: StageContext) async throws {
        let bus = context.bus
        let messages = bus.subscribe(to: [
            Interest(AudioSequence.self, in: context.coverage), Interest(AudioControl.self, in: context.coverage),
        ])
        let origins = Origins()
        let player = SequencePlayer(sink: sink, synthesizer: synthesizer) { [logger = context.logger] playback, id in
            guard let origin = origins.origin(of: id, isOver: playback.isOver && playback.item == nil) else { return }
            if let reason = playback.reason {
                logger.notice("\(playback.state.rawValue)", metadata: ["reason": "\(reason)"])
            }
            do {
                try bus.publish(playback, answering: origin)
            } catch {
                logger.error("cannot report a playback", metadata: ["error": "\(error)"])
            }
        }
        try await context.ready()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await player.run() }
            for await received in messages.cancelOnGracefulShutdown() {
                guard case .message(let raw) = received else { continue }
                if raw.header.kind == AudioSequence.kind {
                    guard let sequence = bus.read(raw, as: AudioSequence.self), context.begin(raw.header, raw.stamp)
                    else {
                        continue
                    }
                    defer { context.end(raw.header) }
                    origins.note(sequence.header)
                    await player.play(sequence.body, id: sequence.header.id, session: sequence.header.session)
                } else if let control = bus.read(raw, as: AudioControl.self), context.takes(raw.header, raw.stamp) {
                    await perform(control, on: player, context)
                }
            }
            player.finish()
            await group.waitForAll()
        }
        do {
            try await sink.close()
        } catch {
            context.logger.error("cannot close the loudspeaker", metadata: ["error": "\(error)"])
        }
    }

    private func perform(_ control: Message<AudioControl>, on player: SequencePlayer, _ context: StageContext) async {
        do {
            try await player.control(control.body, session: control.header.session)
        } catch {
            context.logger.warning("refused", metadata: ["kind": "\(AudioControl.kind)", "reason": "\(error)"])
            context.update { $0.problem = "refused \(AudioControl.kind): \(error)" }
        }
    }
}
