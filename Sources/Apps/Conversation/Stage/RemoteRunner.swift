import SaybusBus
import SaybusMessages

/// Has a remote app carry out a command: sends it, waits for what the app says, gives up in time.
struct RemoteRunner: Sendable {
    let bus: Bus
    let calls: RemoteCalls

    /// Carries a command out. It ends, whatever the app does.
    /// - Parameters:
    ///   - intent: What it answers; nil when nothing was said, as when a question was not answered.
    ///   - session: The conversation.
    ///   - play: takes what is to be heard while the app goes on.
    ///   - published: takes the command's header, once it is out.
    func run(
        _ invoked: CommandInvoked, owner: Source, answering intent: Header?, in session: Session, turn: TurnID? = nil,
        play: @escaping @Sendable ([AudioEvent]) -> Void, published: (Header) -> Void = { _ in }
    ) async throws(BusError) -> RemoteOutcome {
        var wait = RemoteWait(app: invoked.app)
        if let status = bus.presence.members[owner]?.status, status.state.isGone,
            case .done(let outcome) = wait.take(.gone("it is \(status.state.rawValue)"))
        {
            // Known to be gone: it shall not find the command when it comes back.
            return outcome
        }
        let id = MessageID()
        let news = calls.begin(id, owner: owner, session: session)
        defer {
            bus.withdraw(id)
            calls.end(id)
        }
        // A little longer than anybody waits: what is taken later would be done after the user was told that it failed.
        let life = RemoteWait.toTake.components.seconds * 1_000_000
        published(
            try bus.publish(
                invoked, id: id, answering: intent, session: session, turn: turn ?? intent?.turn,
                deadline: WallClock.microseconds() + life + 500_000, isTracked: true))
        return await outcome(of: id, news, wait, play)
    }

    private func outcome(
        of command: MessageID, _ news: AsyncStream<RemoteCalls.News>, _ wait: RemoteWait,
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
            limit(RemoteWait.toTake, after: 0)
            for await item in news {
                switch wait.take(item) {
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
