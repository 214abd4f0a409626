import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import Synchronization

/// The state of the sessions, and what apps may ask about it.
extension TurnRuntime {
    struct State {
        var remoteApps = RemoteApps()
        var ownMatcherApps = OwnMatcherApps()
        /// The reported problem of the remote apps; nil for none.
        var remoteProblem: String?
        /// The questions of other programs, which the next utterance of their session is expected to answer.
        var otherQuestions = OpenQuestions()
        var transcripts = RecentTranscripts()
        var presence = Presence()
        var precedence: AppPrecedence
        var absentApps = AbsentApps()
        /// The time until which each status leads to another look for journals of programs that have ended.
        var adoptsUntil: ContinuousClock.Instant?
        var openTurns = 0
        /// The open turns that answer an utterance, by their ids.
        var turns: [TurnID: ConversationTurn] = [:]
        /// The turns whose intents wait in queues: it is not decided yet whether an app claims them.
        var undecided: Set<TurnID> = []
        /// The number of turns of a session that are settled, and whose answers have not been played to their ends.
        var unplayed: [Session: Int] = [:]
        /// The number of answers that are being spoken in a session, and lead to a question.
        var answersBeforeQuestions: [Session: Int] = [:]
        /// The ends of adopted sequences that are followed since their turn was adopted.
        var adoptedEnds: [MessageID: AsyncStream<PlaybackEnd>] = [:]
        /// The sequences that sounded, or waited in an audio stage, when this program had no more time to follow them.
        var unfollowed: Set<MessageID> = []
        var isDraining = false
    }

    /// Returns whether this app answers the utterances of a session that no app has understood.
    ///
    /// The dispatcher whose name sorts first among those of the session does.
    package func answersForAll(in session: Session) -> Bool { bus.isFirstDispatcher(for: session) }

    /// Returns the prompt of a question that another program asks in a session; nil when there is none.
    package func otherQuestion(in session: Session) -> String? {
        state.withLock { $0.otherQuestions.prompt(in: session, at: .now) }
    }

    /// Removes and returns the transcript of a turn; nil when there is none.
    package func transcript(of turn: TurnID?) -> SpeechTranscript? { state.withLock { $0.transcripts.take(turn) } }

    /// Returns the program that carries out a command of a remote app in a session now; nil when there is none.
    package func owner(ofRemote command: CommandInvoked, in session: Session) -> Source? {
        state.withLock { $0.remoteApps.owner(of: command.type, in: command.app, in: session) }
    }

    /// The time limit for the report that words have ended what their speech has paused. The audio stage and the
    /// recognizers get the transcript at the same time.
    private static let bargeInTime = Duration.seconds(1)

    /// Returns whether the speech of a turn has ended what was being spoken in its session.
    package func hasBargedIn(_ turn: TurnID?) async -> Bool {
        guard let turn else { return false }
        if bargeIns.value.havePaused(turn) {
            _ = await bargeIns.wait(within: Self.bargeInTime) { !$0.havePaused(turn) }
        }
        return bargeIns.value.haveEnded(turn)
    }

    /// Whether a graceful shutdown has begun.
    package var isDraining: Bool { state.withLock(\.isDraining) || context?.isDraining ?? false }
}
