import Foundation
import SaybusBus
import SaybusMessages

/// Says of conversations that are no stage that they are at work, as stages do: so that of several apps one answers what none has understood.
struct HostPresence: Sendable {
    private let bus: Bus
    private let app: String
    private let coverage: SessionScope
    private let started = ContinuousClock.now

    /// Says so from now on.
    init(_ bus: Bus, app: String, session: Session?) {
        (self.bus, self.app, coverage) = (bus, app, SessionScope(session: session))
        tell(.ready)
    }

    /// Says so once a second until the task is cancelled: the broker would call it lost.
    func run() async {
        while (try? await Task.sleep(for: .seconds(1))) != nil { tell(.ready) }
    }

    /// Says that it is over.
    func end() { tell(.stopped) }

    private func tell(_ state: StageStatus.State) {
        // What cannot be said now is said again in a second.
        _ = try? bus.publish(
            StageStatus(
                role: bus.source.role, instance: bus.source.instance, engine: ConversationManager.engine, state: state,
                pid: Int(ProcessInfo.processInfo.processIdentifier),
                uptimeMs: Int((ContinuousClock.now - started) / .milliseconds(1)), counters: bus.counters,
                publishes: bus.publishedKinds, subscribes: bus.subscribedKinds, coverage: coverage, app: app),
            session: coverage.session)
    }
}
