import Logging
import SaybusBus
import SaybusMessages
import SaybusSound
import SaybusStage
import ServiceLifecycle

/// The audio stage, which plays every sequence and reports what was played of it.
public struct AudioStage: Sendable {
    private let openSink: @Sendable (StageContext) async throws -> any AudioSink
    private let synthesizer: any Synthesizer
    private let expiredWords: String?
    private let failedWords: String?
    private let options: SequencePlayer.Options
    private let publishesReference: Bool

    /// Creates a stage with its loudspeaker and its voice.
    /// - Parameters:
    ///   - sink: Opens the loudspeaker.
    ///   - synthesizer: The voice.
    ///   - options: The options of the player.
    ///   - expiredWords: The announcement of an expired turn that no other stage announces; empty for none, nil for the
    ///     sentence of the language in use.
    ///   - failedWords: The announcement of a failed turn that no other stage announces; the same values.
    ///   - publishesReference: Whether played sound is published as `audio.output`, for echo cancellation.
    public init(
        sink: @escaping @Sendable (StageContext) async throws -> any AudioSink, synthesizer: any Synthesizer,
        options: SequencePlayer.Options = .init(),
        expiredWords: String? = nil, failedWords: String? = nil, publishesReference: Bool = false
    ) {
        (openSink, self.synthesizer, self.options) = (sink, synthesizer, options)
        (self.expiredWords, self.failedWords, self.publishesReference) = (expiredWords, failedWords, publishesReference)
    }

    /// The tracked message kinds that the stage publishes: none.
    public static let tracking: [any BusMessage.Type] = []

    /// Plays until the program is told to stop. Sequences that play then are played to their end, within the
    /// time allowed.
    public func run(_ context: StageContext) async throws {
        for folder in options.sounds.missing {
            context.logger.warning("a folder of sounds is not there", metadata: ["folder": "\(folder)"])
        }
        let sink = try await openSink(context)
        let messages = context.bus.subscribe(to: filters(in: context.coverage), withRepeated: true)
        let reactions = reactions(context, sink)
        let player = reactions.player
        await sink.watch { context.reportLoudspeaker($0) }
        try await context.ready()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await player.run() }
            group.addTask { await player.voiceControls.run { await perform($0, reactions, context) } }
            await withGracefulShutdownHandler {
                for await received in messages { await take(received, context, reactions) }
            } onGracefulShutdown: {
                messages.end()
            }
            player.finish()
            // The player's end; the queue of controls has none.
            _ = await group.next()
            group.cancelAll()
            await group.waitForAll()
        }
        do {
            try await sink.close()
        } catch {
            context.logger.error("cannot close the loudspeaker", metadata: ["error": "\(error)"])
        }
    }

    private func filters(in coverage: SessionScope) -> [SubscriptionFilter] {
        var kinds: [any BusMessage.Type] = [
            AudioSequence.self, AudioControl.self, TurnEnded.self, VoiceRequestStatus.self,
        ]
        if options.bargeIn != nil { kinds += [SpeechStarted.self, SpeechEnded.self, SpeechTranscript.self] }
        return kinds.map { SubscriptionFilter($0, in: coverage) } + [SubscriptionFilter(StageStatus.self)]
    }

    /// Creates the player, whose reports are published, and the other parts of the stage.
    private func reactions(_ context: StageContext, _ sink: any AudioSink) -> Reactions {
        let bus = context.bus
        let origins = SequenceOrigins()
        let expiryNotices = ExpiryNotices()
        let reference = publishesReference ? ReferencePublisher(context, rate: sink.rate) : nil
        let voice = MonitoredSynthesizer(synthesizer) { context.reportVoice($0) }
        let player = SequencePlayer(sink: sink, synthesizer: voice, options: options, tap: reference?.tap) {
            [logger = context.logger] playback, id in
            let isOver = playback.isOver && playback.item == nil
            guard let origin = origins.origin(of: id, isOver: isOver) else { return }
            if isOver { expiryNotices.end(id, in: origin.session) }
            if let reason = playback.reason, playback.state != .suspended {
                logger.notice("\(playback.state.rawValue)", metadata: ["reason": "\(reason)"])
            }
            do {
                let header = try bus.publish(playback, answering: origin)
                if isOver { try origins.recordEnd(playback, header) }
            } catch {
                logger.error("cannot report a playback", metadata: ["error": "\(error)"])
            }
        }
        let questions = QuestionHold(player: player) { bus.presence.isReady(.listen, for: $0) }
        return Reactions(
            player: player, bargeIn: BargeInController(player: player), questions: questions,
            pauses: PauseHold(player: player), origins: origins, expiryNotices: expiryNotices)
    }

    private func take(_ received: Received, _ context: StageContext, _ reactions: Reactions) async {
        let bus = context.bus
        if case .repeated(let raw) = received { repeatEnd(of: raw.header, reactions.origins, bus) }
        guard case .message(let raw) = received else { return }
        if leavesToAnother(raw.header, reactions.player, context) { return bus.decline(raw.header) }
        guard raw.header.kind == AudioSequence.kind else { return await react(to: raw, context, reactions) }
        guard let sequence = bus.read(raw, as: AudioSequence.self), context.begin(raw.header, raw.stamp) else { return }
        defer { context.end(raw.header) }
        reactions.origins.record(sequence.header)
        let header = sequence.header
        // A listener's tones belong to the listening itself.
        let isUnasked = header.turn == nil && header.source.role != .listen
        let refusal = await reactions.player.play(
            sequence.body, id: header.id, session: header.session, from: header.source, isUnasked: isUnasked)
        context.reportQueue(refusal)
    }

    /// The parts of the stage that react to messages.
    private struct Reactions: Sendable {
        let player: SequencePlayer
        let bargeIn: BargeInController
        let questions: QuestionHold
        let pauses: PauseHold
        let origins: SequenceOrigins
        let expiryNotices: ExpiryNotices
        let refusals = ControlRefusals()
    }

    /// Publishes the end of a sequence once more for a publisher that sends the sequence again: a dispatcher that was
    /// started after a crash of another one, and missed the report.
    private func repeatEnd(of header: Header, _ origins: SequenceOrigins, _ bus: Bus) {
        guard header.kind == AudioSequence.kind, bus.sendsReceipts, let report = origins.end(of: header.id) else {
            return
        }
        // If it cannot be sent, the publisher sends the sequence again.
        try? bus.publishAgain([report])
    }

    private func react(to raw: RawMessage, _ context: StageContext, _ reactions: Reactions) async {
        let (bus, session, bargeIn) = (context.bus, raw.header.session, reactions.bargeIn)
        switch raw.header.kind {
        case TurnEnded.kind:
            if let ended = bus.read(raw, as: TurnEnded.self), context.takes(raw.header, raw.stamp) {
                await announceEnd(ended, reactions.player, reactions.origins, reactions.expiryNotices)
            }
        case SpeechStarted.kind:
            if bus.read(raw, as: SpeechStarted.self) != nil { bargeIn.began(in: session, turn: raw.header.turn) }
        case SpeechEnded.kind:
            if bus.read(raw, as: SpeechEnded.self) != nil { bargeIn.ended(in: session, turn: raw.header.turn) }
        case SpeechTranscript.kind:
            if let transcript = bus.read(raw, as: SpeechTranscript.self) {
                bargeIn.understood(transcript.body.text, in: session, turn: raw.header.turn)
            }
        case VoiceRequestStatus.kind:
            if let request = bus.read(raw, as: VoiceRequestStatus.self) { reactions.questions.apply(request) }
        case StageStatus.kind:
            if let status = bus.read(raw, as: StageStatus.self) {
                reactions.questions.apply(status)
                await reactions.pauses.apply(status)
            }
        default:
            if let control = bus.read(raw, as: AudioControl.self), context.takes(raw.header, raw.stamp) {
                if [.rate, .voice].contains(control.body.action) {
                    if !reactions.player.voiceControls.submit(control) {
                        reactions.refusals.add(
                            "more than \(VoiceControlQueue.capacity) wait for the synthesizer: the oldest is dropped",
                            on: context)
                    }
                } else {
                    await perform(control, reactions, context)
                }
            }
        }
    }

    /// Announces a turn that ended as expired or failed, of which the user has heard nothing.
    private func announceEnd(
        _ ended: Message<TurnEnded>, _ player: SequencePlayer, _ origins: SequenceOrigins,
        _ expiryNotices: ExpiryNotices
    ) async {
        guard let notice = ended.notice(expired: expiredWords, failed: failedWords) else { return }
        let id = MessageID()
        guard expiryNotices.begin(in: ended.header.session, as: id) else { return }
        var origin = ended.header
        // The turn is over, so the announcement's reports belong to no turn.
        origin.turn = nil
        origins.record(origin, as: id)
        await player.play(notice, id: id, session: ended.header.session)
    }

    private func perform(_ control: Message<AudioControl>, _ reactions: Reactions, _ context: StageContext) async {
        do {
            try await reactions.player.control(control.body, session: control.header.session)
            reactions.pauses.apply(control)
        } catch {
            reactions.refusals.add("\(error)", on: context)
        }
    }
}
