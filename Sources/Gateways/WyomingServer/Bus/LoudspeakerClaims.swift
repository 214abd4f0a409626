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

    private let options: StageOptions
    /// The beginning of the instances' names, by which the claims of this gateway differ from those of others.
    private let prefix = "wyoming-\(UInt32.random(in: 0...UInt32.max))-"
    private let count = Mutex(0)
    /// The sessions of the claims that are known on the bus, by instance.
    private let known = Watched<[String: Session]>([:])
    private let failures = Mutex(ClaimFailures())

    init(_ options: StageOptions) { self.options = options }

    /// Takes a status of the bus.
    func observe(_ status: StageStatus) {
        guard contains(status), let session = status.session else { return }
        let (instance, state) = (status.instance, status.state)
        known.change { known in
            if state.isGone { known[instance] = nil }
            if state == .ready { known[instance] = session }
        }
    }

    /// Returns whether the gateway is the loudspeaker of a conversation.
    func contains(_ session: Session) -> Bool { known.value.values.contains(session) }

    /// Returns whether a stage is one of the claims.
    func contains(_ status: StageStatus) -> Bool { status.role == "audio" && status.instance.hasPrefix(prefix) }

    /// Claims a conversation while the body runs.
    func claim<Result: Sendable>(
        _ session: Session, _ body: @Sendable @escaping () async throws -> Result
    ) async throws -> Result {
        guard failures.withLock({ $0.allowsClaim(at: .now) }) else { return try await body() }
        let number = count.withLock { count in
            count += 1
            return count
        }
        let instance = "\(prefix)\(number)"
        var own = options
        own.instance = instance
        own.common.session = session.rawValue
        return try await withThrowingTaskGroup(of: Result?.self) { [own] group in
            group.addTask {
                try? await StageRunner(role: "audio", engine: "wyoming", options: own, isEmbedded: true).run {
                    context in
                    try await context.ready()
                    try await context.bus.ended()
                }
                return nil
            }
            group.addTask {
                // This one, and no other of the session, which may end before.
                let isKnown = await self.known.wait(within: Self.time) { $0[instance] != nil }
                self.failures.withLock { $0.record(isKnown: isKnown || Task.isCancelled, at: .now) }
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
