import Logging
import SaybusBus
import SaybusMessages
import SaybusSupport
import Synchronization

/// The status that the stage publishes.
extension StageContext {
    /// The milliseconds for which the status shows that something was refused.
    private static let refusalTimeMs = 60_000
    /// The most Unicode scalars of a problem in the status. A problem quotes what others have published: a status above
    /// the size of a message could not be sent, and the stage would count as lost.
    private static let maximumProblem = 1000

    /// The status for metrics, which are read while the broker, to which the status is published otherwise, is away.
    var measuredStatus: StageStatus {
        var status = status
        guard !bus.isConnected, [.ready, .standby].contains(status.state) else { return status }
        status.state = .starting
        status.problem = status.problem ?? "lost the connection to the broker"
        return status
    }

    /// Changes the status, for example its catalog revision or its problem, and publishes it.
    public func update(_ change: @Sendable (inout StageStatus) -> Void) {
        state.withLock { change(&$0.status) }
        publishStatus()
    }

    /// Sets the problem of a kind; nil when there is none any more. The status shows the most severe of all kinds.
    /// - Returns: Whether it is another one than before.
    @discardableResult
    package func setProblem(_ problem: String?, of kind: some ProblemKind) -> Bool {
        let rank = kind.rawValue
        let hasChanged = state.withLock { state in
            defer { state.problems[rank] = problem }
            return state.problems[rank] != problem
        }
        if hasChanged { publishStatus() }
        return hasChanged
    }

    /// Shows in the status, for a minute, that something was refused, or has failed. A problem that lasts is shown
    /// instead.
    package func show(_ refusal: String) {
        state.withLock { $0.refusal = (refusal, uptimeMs + Self.refusalTimeMs) }
        publishStatus()
    }

    /// The status at this moment.
    var status: StageStatus {
        let now = uptimeMs
        let (recorded, lasting, refusal) = state.withLock { state in
            (state.status, state.worstProblem, state.refusal.flatMap { $0.until > now ? $0.sentence : nil })
        }
        var status = recorded
        status.uptimeMs = now
        status.counters = bus.counters
        status.memoryBytes = ProcessMemory.resident
        status.queued = bus.queued
        status.unanswered = bus.unanswered
        status.publishes = bus.publishedKinds
        status.subscribes = bus.subscribedKinds
        if bus.isSubscribedToAll { status.subscribesToAll = true }
        status.clockSkewMs = bus.clockSkew.map { Int($0 / 1000) }
        status.problem =
            status.problem ?? lasting ?? bus.refusal ?? telemetry?.problem ?? refusal ?? status.clockProblem
        status.problem = status.problem?.shortened(to: Self.maximumProblem)
        return status
    }

    /// Publishes the status.
    func publishStatus(_ newState: StageStatus.State? = nil, problem: String? = nil) {
        publishing.withLock { _ in
            state.withLock { state in
                if let newState { state.status.state = newState }
                if let problem { state.status.problem = problem }
            }
            let status = self.status
            do {
                try bus.publish(status, session: session)
            } catch {
                logger.debug("cannot publish the status", metadata: ["error": "\(error)"])
            }
            manager?.beat(status.summary)
        }
    }
}

extension StageStatus {
    /// The state and the problem, in a line for the service manager.
    var summary: String { problem.map { "\(state.rawValue): \($0)" } ?? state.rawValue }
}
