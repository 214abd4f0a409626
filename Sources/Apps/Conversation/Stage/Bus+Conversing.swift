import Foundation
import Logging
import SaybusBus
import SaybusMessages

/// What all who hold a conversation publish in the same way.
extension Bus {
    /// How long a sequence may wait to be taken, in microseconds.
    static let sequenceLife: Int64 = 10_000_000

    /// Publishes a sequence of a turn; one whose end has been said has no more.
    func publish(
        _ sequence: AudioSequence, id: MessageID, of turn: ConversationTurn?, in session: Session
    ) throws(BusError) -> Header {
        let turn = turn?.isEnded == true ? nil : turn
        return try publish(
            sequence, id: id, answering: turn?.cause, session: session, turn: turn?.id,
            deadline: WallClock.microseconds() + Self.sequenceLife)
    }

    /// Whether we are the first by name of the dispatch stages at work in a session: what only one may do, that one does.
    /// - Parameter amongConversations: Whether those count, too, that carry out their own commands only.
    func isFirstDispatcher(for session: Session, amongConversations: Bool = true) -> Bool {
        presence.members.allSatisfy { source, member in
            source == self.source || source.role != "dispatch" || member.status.state != .ready
                || !member.status.coverage.contains(session) || source.instance > self.source.instance
                || !amongConversations && member.status.engine == ConversationManager.engine
                || isGone(member.status)
        }
    }

    /// Whether a stage of this machine has died without a word: the broker calls it lost three seconds later, and meanwhile it is not to be
    /// waited for.
    private func isGone(_ status: StageStatus) -> Bool {
        // Who shares a directory of sockets shares a machine.
        guard address.directory != nil else { return false }
        guard let line = try? String(contentsOfFile: "/proc/\(status.pid)/stat", encoding: .utf8) else { return true }
        // proc(5): the state follows the name, which is in parentheses and may have some of its own.
        return line.split(separator: ")").last?.first { $0 != " " } == "Z"
    }

    /// Asks the listening stage for an answer, or for a command.
    /// - Returns: The request's id, by which it can be withdrawn; nil when nobody listens.
    func startListening(
        _ options: RecognitionOptions, isCommand: Bool, in session: Session, _ logger: Logger
    ) -> MessageID? {
        guard presence.isReady("listen", for: session) else { return nil }
        let request = ListenRequest(
            mode: isCommand ? .pushToTalk : .followUp, noSpeechTimeoutMs: options.noSpeechTimeout.milliseconds,
            maximumSpeechMs: options.maximumSpeech.milliseconds,
            phrases: options.phrases.isEmpty ? nil : options.phrases)
        let id = MessageID()
        publish(request, id: id, in: session, logger)
        return id
    }

    /// Withdraws what has asked the listening stage for an answer.
    func stopListening(_ request: MessageID, in session: Session, _ logger: Logger) {
        // Nor shall a listener that comes only now hear of it.
        withdraw(request)
        // One that is gone waits for nothing, and nobody would take this.
        guard presence.isReady("listen", for: session) else { return }
        publish(ListenRequest.withdrawal(of: request), id: MessageID(), in: session, logger)
    }

    private func publish(_ request: ListenRequest, id: MessageID, in session: Session, _ logger: Logger) {
        do {
            try publish(request, id: id, session: session)
        } catch {
            logger.error("cannot publish", metadata: ["error": "\(error)"])
        }
    }

    /// Hands an intent that has waited here to the successor: its publisher may have been told that it was taken. Under the same id, so that it is
    /// taken once where its publisher sends it again, too, and one answer answers both.
    func handOn(_ intent: Message<SpeechIntent>) throws(BusError) {
        let header = intent.header
        try publish(
            intent.body, id: header.id, session: header.session, turn: header.turn, causes: header.causes,
            deadline: header.deadline, replays: header.replays)
    }
}
