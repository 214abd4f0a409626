import Foundation
import SaybusBus
import SaybusMessages

/// A publisher of the status of an app that runs without a stage's context, once a second, as stages do.
///
/// Other dispatchers rely on the status, so that exactly one of several apps answers when none has understood.
struct HeartbeatPublisher: Sendable {
    private let bus: Bus
    private let app: String
    private let engine: String?
    private let scope: SessionScope
    private let started = ContinuousClock.now

    /// Creates a publisher that has published nothing yet.
    init(_ bus: Bus, app: String, engine: String?, scope: SessionScope) {
        (self.bus, self.app, self.engine, self.scope) = (bus, app, engine, scope)
    }

    /// Publishes `ready` once a second until the task is cancelled. The broker reports a silent program as lost after
    /// three seconds.
    func run() async {
        while (try? await Task.sleep(for: .seconds(1))) != nil { publish(.ready) }
    }

    /// Publishes `stopped`.
    func end() { publish(.stopped) }

    /// Publishes a state.
    func publish(_ state: StageStatus.State) {
        // A status that cannot be published now is repeated in a second.
        _ = try? bus.publish(
            StageStatus(
                role: bus.source.role, instance: bus.source.instance, engine: engine, state: state,
                pid: Int(ProcessInfo.processInfo.processIdentifier),
                uptimeMs: Int((ContinuousClock.now - started) / .milliseconds(1)), counters: bus.counters,
                publishes: bus.publishedKinds, subscribes: bus.subscribedKinds, coverage: scope, app: app),
            session: scope.session)
    }
}
