import Logging
import SaybusAudioOutput
import SaybusBus
import SaybusMessages
import SaybusSupport
import Synchronization

/// Messages of the bus about the conversations of peers.
extension PeerTurns {
    /// The kinds that ``observe(_:)`` takes.
    static let kinds: [any BusMessage.Type] = [
        AudioSequence.self, AudioControl.self, VoiceRequestStatus.self, ListenRequest.self, TurnEnded.self,
    ]

    /// Processes a message.
    func observe(_ message: RawMessage) {
        let header = message.header
        switch header.kind {
        case TurnEnded.kind: observeEnd(message)
        case AudioSequence.kind: observeSequence(message)
        case AudioControl.kind: observeControl(message)
        case VoiceRequestStatus.kind: observeQuestion(message)
        case ListenRequest.kind where isOurs(header): observeRequest(message)
        default: break
        }
    }

    private func isOurs(_ header: Header) -> Bool {
        state.withLock { state in
            state.speakers[header.session] != nil || header.turn.map { state.open[$0] != nil } == true
        }
    }

    private func speaker(of header: Header) -> PeerSpeaker? { state.withLock { $0.speakers[header.session] } }

    private func observeEnd(_ message: RawMessage) {
        let header = message.header
        let isOpen = header.turn.map { turn in state.withLock { $0.open[turn] != nil } } ?? false
        let speaker = self.speaker(of: header)
        guard isOpen || speaker != nil, let ended = bus.read(message, as: TurnEnded.self) else { return }
        // A satellite of Saybus announces the end of its own turns itself.
        if let speaker, !(isOpen && speaker.state.value.playsWholeSounds), isLoudspeaker(header.session),
            let notice = ended.notice()
        {
            speaker.announce(notice, in: header.session)
        }
        if let turn = header.turn { end(turn, ended.body) }
    }

    private func observeSequence(_ message: RawMessage) {
        let header = message.header
        guard isOurs(header), let sequence = bus.read(message, as: AudioSequence.self) else { return }
        let words = sequence.body.spokenText
        let parts = header.turn.flatMap { turn in state.withLock { $0.open[turn]?.parts } }
        if !words.isEmpty { parts?.yield(.words(words, language: language(of: sequence.body))) }
        guard isLoudspeaker(header.session) else { return }
        if let speaker = speaker(of: header) {
            guard let reason = speaker.take(sequence) else { return }
            report(.skipped, of: header, reason: reason)
        } else {
            report(.started, of: header)
            report(.finished, of: header)
        }
    }

    /// Returns the language of a sequence's speech without a voice; nil for that of the default voice.
    func language(of sequence: AudioSequence) -> String? { sequence.spokenLanguage(withVoice: chosenVoice) }

    /// Returns whether the gateway plays a conversation. Without its claim an audio stage does, if there is one, and
    /// reports it.
    private func isLoudspeaker(_ session: Session) -> Bool {
        claims.contains(session)
            || !bus.presence.members.values.contains { member in
                member.status.role == .audio && member.status.state == .ready && !claims.contains(member.status)
                    && member.status.coverage.contains(session)
            }
    }

    private func observeControl(_ message: RawMessage) {
        guard let speaker = speaker(of: message.header), isLoudspeaker(message.header.session),
            let control = bus.read(message, as: AudioControl.self)
        else { return }
        do {
            try speaker.control(control.body)
        } catch {
            refused(error)
        }
    }

    /// Tells of a control that was not carried out.
    func refused(_ error: any Error) {
        if let count = loggedCount(of: "\(error)") {
            logger.warning(
                "refused", metadata: ["kind": "\(AudioControl.kind)", "reason": "\(error)", "count": "\(count)"])
        }
        refuse("refused \(AudioControl.kind): \(error)")
    }

    /// Follows the questions of apps. The gateway is no listening stage, which would publish what it hears, so most
    /// apps do not ask it to listen: the question itself says that the user is expected to speak.
    private func observeQuestion(_ message: RawMessage) {
        guard let speaker = speaker(of: message.header),
            let question = bus.read(message, as: VoiceRequestStatus.self)
        else { return }
        switch question.body.state {
        case .listening: speaker.answer.open(question.body.request)
        case .presented, .interpreted, .invalid, .failed, .cancelled, .completed:
            speaker.answer.close(question.body.request)
        }
    }

    /// Takes the request of a program that does not look for a listening stage first, or knows one of all
    /// conversations.
    private func observeRequest(_ message: RawMessage) {
        answer(Receipt(of: ListenRequest.kind), message.header)
        guard let speaker = speaker(of: message.header), let request = bus.read(message, as: ListenRequest.self) else {
            return
        }
        if let withdrawn = request.body.withdraws {
            speaker.answer.close(withdrawn)
        } else if request.body.mode == .off {
            speaker.answer.close()
        } else if request.body.mode == .followUp || request.body.mode == .pushToTalk {
            speaker.answer.open(message.header.id)
        }
    }
}
