import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import Synchronization

/// The guards against work that this program would do late: it was frozen, or its machine was, and what other programs
/// did meanwhile has not been read yet.
extension TurnRuntime {
    /// The microseconds for which the return of a status of this program shows that it did not stand still. The broker
    /// reports a silent program as lost after three seconds, and another one takes over.
    private static let statusLife: Int64 = 2_500_000
    /// The time limit for reading what came while this program stood still.
    private static let readingTimeout = Duration.seconds(2)

    /// Records the time of a status of this program that it has read itself.
    func observeOwnStatus(at time: Int64) {
        let former = lastOwnStatus.value
        // Before the first status there is no standstill.
        if former > .min, Self.isStandstill(from: former, to: time) { lastStandstill.change { $0 = time } }
        lastOwnStatus.change { $0 = time }
    }

    private static func isStandstill(from status: Int64, to time: Int64) -> Bool {
        // Before the first status the difference is negative.
        time.subtractingReportingOverflow(status).partialValue > statusLife
    }

    /// Whether this program may have stood still, and not have read yet what came meanwhile.
    package var standsStill: Bool { Self.isStandstill(from: lastOwnStatus.value, to: bus.now) }

    /// Waits until everything has been read that came while this program stood still: another dispatcher may have ended
    /// the turn of an intent that was among it.
    package func readWaiting() async {
        let start = bus.now
        // A status of this program is behind all of it. A program that stops publishes none by itself.
        context?.update { _ in }
        _ = await lastOwnStatus.wait(within: Self.readingTimeout) { $0 > start }
    }

    /// Returns why no further step of an action may be taken. If this program may have stood still, reads first what
    /// came meanwhile.
    /// - Parameters:
    ///   - turn: The turn that the action answers; nil for none.
    ///   - session: The session of the action.
    ///   - beginning: The time of the action's beginning, by the broker's clock.
    /// - Returns: The reason, and whether the program that has ended the turn has told the user; nil when the action
    ///   may go on.
    package func interruption(
        of turn: TurnID?, in session: Session, since beginning: Int64
    ) async -> (reason: String, isTold: Bool)? {
        let standsStill = standsStill
        if standsStill { await readWaiting() }
        // A status may have come back before the end of the step in which this program stood still.
        let stoodStill = standsStill || lastStandstill.value > beginning
        guard !history.handledElsewhere.contains(turn) else {
            return ("another program has ended the turn meanwhile: the rest of the command is not carried out", true)
        }
        // Without a standstill, an instance that hands its work over finishes what it has begun.
        guard stoodStill, !isDraining else { return nil }
        guard !isSucceeded(in: session) else {
            return ("this program stood still, and another one works in its place: the rest is not carried out", false)
        }
        // The intent's publisher, which took this program for lost, would end the turn.
        if let cause = turn.flatMap({ turn in state.withLock { $0.turns[turn] } })?.cause { confirm(cause) }
        return nil
    }

    /// Returns whether another dispatcher of the same app works in a session, or may do so.
    private func isSucceeded(in session: Session) -> Bool {
        state.withLock { $0.precedence.isPreceded(in: session) }
            || bus.presence.members.contains { source, member in
                source != bus.source && source.role == bus.source.role && member.status.app == name
                    && member.status.state == .ready && member.status.coverage.contains(session)
            }
    }
}
