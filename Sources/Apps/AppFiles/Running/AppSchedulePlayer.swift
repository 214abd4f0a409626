import Logging
import SaybusBus
import SaybusDispatch
import SaybusMessages
import Synchronization

/// The rooms of the bus, for what an app has scheduled.
struct AppSchedulePlayer: SchedulePlayer {
    /// The track of ringing items. It is heard before an app's own words, and after questions.
    static let track = "alarm"
    /// Its priority.
    static let priority = 500

    let runtime: TurnRuntime
    let app: @Sendable () -> App
    let host: @Sendable (Session, App) -> AppActionHost

    func run(_ plan: ActionPlan, in session: Session, _ what: String) async -> [AudioEvent] {
        let app = app()
        let host = host(session, app)
        guard let outcome = try? await ActionRunner(app: app, host: host).run(plan) else { return [] }
        host.log(outcome, what)
        return outcome.events
    }

    func play(_ events: [AudioEvent], in session: Session) async -> HeardPart {
        let (ends, end) = AsyncStream.makeStream(of: HeardPart.self)
        let sequence = AudioSequence(
            events, track: Self.track, priority: Self.priority,
            reportsItems: events.contains(where: \.hasFile) ? true : nil, bargeIn: .stop)
        do {
            try runtime.play(sequence, id: MessageID(), of: nil, in: session) { event in
                guard case .ended(let outcome) = event else { return }
                end.yield(HeardPart(outcome))
                end.finish()
            }
        } catch {
            runtime.logger.warning("a timer cannot ring", metadata: ["error": "\(error)", "session": "\(session)"])
            return .nothing
        }
        for await part in ends { return part }
        return .nothing
    }

    func silence(_ session: Session) async {
        runtime.tryPublishing {
            try runtime.bus.publish(AudioControl(.stop, track: Self.track), session: session)
        }
    }

    func logInterruption(of what: String, in session: Session) async {
        runtime.logger.warning(
            "the actions of what was due were interrupted", metadata: ["kind": "\(what)", "session": "\(session)"])
    }

    func logOmission(of what: String, _ reason: String, in session: Session) async {
        runtime.logger.warning(
            "the actions of what was due are not run",
            metadata: ["kind": "\(what)", "reason": "\(reason)", "session": "\(session)"])
    }

    func logUnheard(_ what: String, in session: Session) async {
        runtime.logger.warning(
            "what was due was never heard", metadata: ["kind": "\(what)", "session": "\(session)"])
    }

    func report(_ problem: String) async { runtime.problems.report(problem, from: .memory) }
}

extension HeardPart {
    /// Creates the part that was heard of a sequence that has ended.
    fileprivate init(_ end: PlaybackEnd) {
        switch end.outcome {
        case .finished: self = .whole
        case .stopped: self = .part
        // A sequence without a latency has never begun.
        case .unheard, .cut, .expired: self = end.latency == nil ? .nothing : .part
        }
    }
}
