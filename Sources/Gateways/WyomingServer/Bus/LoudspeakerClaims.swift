import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import Synchronization

/// The claims of the gateway to be the loudspeaker of conversations.
///
/// A claim is an instance of the role `audio` that serves one session. An audio stage that serves all sessions leaves
/// such a conversation alone, so that an answer sounds at its peer and not in every room as well. A conversation has
/// several claims while several requests in it go on, and one of its satellite's.
final class LoudspeakerClaims: Sendable {
    /// The time in which a claim must be known on the bus. Then the peer's request goes on without it.
    private static let time = Duration.seconds(2)

    struct State: Sendable {
        /// The claims whose bodies run, by instance.
        var open: Set<String> = []
        /// The sessions of those that are known on the bus.
        var known: [String: Session] = [:]
    }

    private let options: StageOptions
    /// The beginning of the instances' names, by which the claims of this gateway differ from those of others.
    private let prefix = "wyoming-\(UInt32.random(in: 0...UInt32.max))-"
    private let count = Mutex(0)
    let state = Watched(State())
    let failures = Mutex(ClaimFailures())

    init(_ options: StageOptions) { self.options = options }

    /// Takes a status of the bus.
    func observe(_ status: StageStatus) {
        guard contains(status), let session = status.session else { return }
        state.change { state in
            if status.state.isGone { state.known[status.instance] = nil }
            if status.state == .ready, state.open.contains(status.instance) { state.known[status.instance] = session }
        }
    }

    /// Returns whether the gateway is the loudspeaker of a conversation.
    func contains(_ session: Session) -> Bool { state.value.known.values.contains(session) }

    /// Returns whether a stage is one of the claims.
    func contains(_ status: StageStatus) -> Bool { status.role == .audio && status.instance.hasPrefix(prefix) }

    /// Claims a conversation while the body runs.
    /// - Parameter isLasting: Whether the body runs for so long that it is claimed also after failures: for a satellite
    ///   there would be no other attempt as long as it is connected.
    func claim<Result: Sendable>(
        _ session: Session, isLasting: Bool = false, _ body: @Sendable @escaping () async throws -> Result
    ) async throws -> Result {
        guard isLasting || failures.withLock({ $0.allowsClaim(at: .now) }) else { return try await body() }
        let number = count.withLock { count in
            count += 1
            return count
        }
        let instance = "\(prefix)\(number)"
        state.change { state in _ = state.open.insert(instance) }
        // The bus may be away, and tell nobody of the end.
        defer {
            state.change { state in
                state.open.remove(instance)
                state.known[instance] = nil
            }
        }
        var own = options
        own.instance = instance
        own.common.session = session.rawValue
        return try await withThrowingTaskGroup(of: Result?.self) { [own] group in
            group.addTask {
                try? await StageRunner(role: .audio, engine: "wyoming", options: own, isEmbedded: true).run {
                    context in
                    try await context.ready()
                    try await context.bus.ended()
                }
                return nil
            }
            group.addTask {
                // This one, and no other of the session, which may end before.
                let isKnown = await self.state.wait(within: Self.time) { $0.known[instance] != nil }
                // A request that is given up meanwhile says nothing of the bus.
                if isKnown || !Task.isCancelled {
                    self.failures.withLock { $0.record(isKnown: isKnown, at: .now) }
                }
                return try await body()
            }
            defer { group.cancelAll() }
            while let result = try await group.next() {
                if let result { return result }
            }
            throw CancellationError()
        }
    }
}
