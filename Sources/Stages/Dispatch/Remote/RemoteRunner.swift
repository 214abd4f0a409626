import SaybusBus
import SaybusMessages

/// A runner of remote commands: sends a command to a remote app and waits for its answer, within time limits.
package struct RemoteRunner: Sendable {
    let bus: Bus
    let calls: RemoteCalls

    /// Creates a runner on a bus.
    package init(bus: Bus, calls: RemoteCalls) { (self.bus, self.calls) = (bus, calls) }

    /// Publishes a command for a remote app and returns the app's answer, in bounded time whatever the app does.
    /// - Parameters:
    ///   - intent: The header of the intent that the command answers; nil without an utterance, such as for a question
    ///     that was not answered.
    ///   - session: The session of the turn.
    ///   - play: Plays the events of interim answers.
    ///   - published: Receives the header of the published command.
    package func run(
        _ invoked: CommandInvoked, owner: Source, answering intent: Header?, in session: Session, turn: TurnID? = nil,
        play: @escaping @Sendable ([AudioEvent]) -> Void, published: (Header) -> Void = { _ in }
    ) async throws(BusError) -> RemoteOutcome {
        if let status = bus.presence.members[owner]?.status, status.state.isGone {
            // The command is not published, so that the app does not get it when it is back.
            return .absent(invoked.app, "the app \(invoked.app) cannot answer: it is \(status.state.rawValue)")
        }
        // While one program replaces another, both run the app, and one of them is to carry out the command.
        var invoked = invoked
        invoked.owner = owner
        let id = MessageID()
        let updates = calls.begin(id, owner: owner, session: session)
        defer {
            bus.withdraw(id)
            calls.end(id)
        }
        // The wait ends after the deadline, or an app could carry the command out after the user was told that it
        // failed.
        let life = RemoteWait.takeTimeout.components.seconds * 1_000_000
        published(
            try bus.publish(
                invoked, id: id, answering: intent, session: session, turn: turn ?? intent?.turn,
                deadline: bus.now + life, isTracked: true))
        return await outcome(of: id, updates, RemoteWait(app: invoked.app), play)
    }

    private func outcome(
        of command: MessageID, _ updates: AsyncStream<RemoteCalls.Update>, _ wait: RemoteWait,
        _ play: @escaping @Sendable ([AudioEvent]) -> Void
    ) async -> RemoteOutcome {
        await withTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            var wait = wait
            func limit(_ time: Duration, after limits: Int) {
                group.addTask {
                    guard (try? await Task.sleep(for: time)) != nil else { return }
                    calls.overdue(command, after: limits)
                }
            }
            limit(RemoteWait.takeTimeout + RemoteWait.deadlineMargin, after: 0)
            group.addTask {
                guard (try? await Task.sleep(for: RemoteWait.takeTimeout - RemoteWait.deadlineMargin)) != nil else {
                    return
                }
                // At the deadline the bus would end the turn as expired.
                bus.withdraw(command)
            }
            for await update in updates {
                switch wait.apply(update) {
                case .nothing: break
                case .wait(let events, let time):
                    limit(time, after: wait.limits)
                    if !events.isEmpty { play(events) }
                case .done(let outcome): return outcome
                }
            }
            return RemoteOutcome(problem: "the dispatcher stopped")
        }
    }
}
