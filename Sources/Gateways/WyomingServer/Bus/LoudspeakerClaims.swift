import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import Synchronization

/// The claims of the gateway to be the loudspeaker of conversations.
///
/// A claim is an instance of the role `audio` that serves one session. An audio stage that serves all sessions leaves
/// such a conversation alone, so that an answer sounds at its peer and not in every room as well.
final class LoudspeakerClaims: Sendable {
    /// The beginning of the instances' names.
    static let prefix = "wyoming-"
    /// The time in which a claim must be known on the bus. Then the peer's request goes on without it.
    private static let time = Duration.seconds(2)

    private let options: StageOptions
    private let known = Watched<[Session: Int]>([:])
    /// The claims in a row that were not known in time.
    private let failures = Mutex(0)
    /// The failures after which none is tried any more: a policy does not let this key be an audio stage.
    private static let mostFailures = 3

    init(_ options: StageOptions) { self.options = options }

    /// Takes a status of the bus.
    func observe(_ status: StageStatus, from source: Source) {
        guard status.role == "audio", status.instance.hasPrefix(Self.prefix), let session = status.session else {
            return
        }
        let isReady = status.state == .ready
        known.change { known in
            guard isReady else {
                if status.state.isGone { known[session] = nil }
                return
            }
            known[session] = status.pid
        }
    }

    /// Whether the gateway is the loudspeaker of a conversation.
    func contains(_ session: Session) -> Bool { known.value[session] != nil }

    /// Claims a conversation while the body runs.
    func claim<Result: Sendable>(
        _ session: Session, _ body: @Sendable @escaping () async throws -> Result
    ) async throws -> Result {
        if failures.withLock({ $0 >= Self.mostFailures }) { return try await body() }
        var own = options
        own.instance = "\(Self.prefix)\(UInt32.random(in: 0...UInt32.max))"
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
                let isKnown = await self.known.wait(within: Self.time) { $0[session] != nil }
                self.failures.withLock { $0 = isKnown || Task.isCancelled ? 0 : $0 + 1 }
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
