import Logging
import SaybusBus
import SaybusMessages
import SaybusStage

/// The events between the blocks: requests, keys, what recognizers have heard, and the sound that loudspeakers play.
extension CapturePipeline {
    /// Carries out what an event asks for, between two blocks.
    mutating func react(to event: ListenEvent) async throws {
        switch event {
        case .request(let request): try await react(to: request)
        case .recognized(let id, let recognized): if id == turn { endpointer.update(recognized) }
        case .claimed(let claim): if let winner = arbitration?.observe(claim) { try await yield(to: winner) }
        case .key:
            if !isOpen { hold?.begin() }
            try await apply(stateMachine.apply(ListenRequest(mode: isOpen ? .release : .hold)))
        case .playing(let chunk):
            let time = senders.time(of: chunk.sent, arrived: chunk.arrived, from: chunk.source)
            let now = (isLive ? clock.position(at: time) : nil) ?? endpointer.position
            do {
                try echo?.play(chunk.samples, rate: chunk.rate, now: now, from: chunk.source)
                if chunk.isLast { echo?.rest(chunk.source) }
            } catch {
                guard let more = echoWarning.record(at: .now) else { break }
                context.logger.warning(
                    "cannot cancel the echo\(more > 0 ? ", and \(more) more since the last warning" : "")",
                    metadata: ["error": "\(error)"])
            }
        }
    }

    private mutating func react(to message: Message<ListenRequest>) async throws {
        let (request, header) = (message.body, message.header)
        if isLive {
            // The publisher no longer expects a late request to have an effect; only stopping is never too late.
            if request.mode != .off, let left = context.bus.time(untilDeadlineOf: header), left < .zero {
                context.logger.notice(
                    "ignored a request past its deadline", metadata: ["mode": "\(request.mode.rawValue)"])
                return
            }
            try context.bus.publish(Receipt(of: ListenRequest.kind), answering: header)
            pauses.restart(at: .now)
        }
        // A user who presses the button speaks now; somebody who answers a question has heard it to its end.
        if request.withdraws == nil, request.mode == .pushToTalk || request.mode == .hold { hold?.begin() }
        // The answer belongs to the conversation that asked, also when another turn is still open.
        try await apply(
            stateMachine.apply(
                request, id: header.id, session: header.session, isQuiet: !endpointer.hearsSpeech,
                isOpen: isOpen))
        // In another mode nobody waits for the wake word, and the detector, which gets no sound, cannot recover.
        if stateMachine.mode != .wake { context.setProblem(nil, of: ListenProblem.wake) }
    }

    /// Whether a turn of this listener is open.
    private var isOpen: Bool { endpointer.isOpen && !isElsewhere }

    /// Performs what the state machine has decided.
    mutating func apply(_ actions: [ListenStateMachine.Action]) async throws {
        for action in actions {
            switch action {
            case .hold:
                // The button means this listener, also in the midst of a sentence that goes on at another one.
                if isElsewhere { try await perform(endpointer.close(.stopped)) }
                try await perform(endpointer.open(isHeld: true))
            case .close: try await perform(endpointer.close(.stopped))
            case .prepare(let next):
                nextTurn = next
                endpointer.limit(next.limit)
            case .cueOpen:
                (toneSession, invitedAt) = (nextTurn.session ?? session, endpointer.position)
                tones?.opened(in: toneSession)
            case .cueClosed: tones?.closed(in: toneSession)
            case .refuseWake:
                context.logger.warning("there is no wake word to wait for: start with --wake PHRASE")
            }
        }
    }
}
