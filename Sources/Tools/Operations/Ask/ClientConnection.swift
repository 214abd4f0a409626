import Foundation
import Logging
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport

/// A short-lived connection for one request. It fails at once, with a sentence, when the broker or a needed stage is
/// missing.
struct ClientConnection: Sendable {
    let bus: Bus
    let statuses: Subscription<StageStatus>

    /// Time that a running broker has to answer.
    private static let answerTime = Duration.seconds(2)

    init(_ role: Role, at address: BusAddress, wait: Duration, tracking: [any BusMessage.Type]) throws {
        // Waiting is useless while no process listens on the socket, unless the user asked to wait for a broker.
        if wait <= .zero, let obstacle = BrokerProbe.obstacle(address) { throw Self.noBroker(address, obstacle) }
        guard let source = Source(role: role, instance: "saybus-\(getpid())") else {
            throw StageFailure(.usage, "\(role) is no role")
        }
        // The command itself reports the result, so the connection logs nothing.
        let silent = Logger(label: "\(source)", factory: { _ in SwiftLogNoOpLogHandler() })
        bus = try Bus(at: address, as: source, tracking: tracking, logger: silent)
        statuses = bus.subscribe(StageStatus.self)
    }

    /// Waits until the broker knows the subscriptions made so far and the needed stages are ready.
    func ready(_ roles: [String], wait: Duration, forAll: Bool = false) async throws {
        let until = ContinuousClock.now + wait
        do { try await bus.ready(within: max(wait, Self.answerTime)) } catch let error as BusError {
            throw error.code == .noBroker ? unanswered(within: max(wait, Self.answerTime)) ?? error : error
        }
        if let failure = absence(of: roles, forAll: forAll) {
            guard await areReady(roles, until: until, forAll: forAll) else {
                throw absence(of: roles, forAll: forAll) ?? failure
            }
        }
    }

    /// Returns a failure that names the stages that are not ready, and what to do about each; nil when all are.
    func absence(of roles: [String], forAll: Bool = false) -> StageFailure? {
        MissingStages(roles, in: bus.presence, forAll: forAll) { bus.address.directory != nil && Self.runs($0) }
            .failure(at: bus.address)
    }

    /// Returns whether the process of a stage runs on this machine.
    static func runs(_ status: StageStatus) -> Bool {
        // Another program may have its number now. A process that has ended, but was not waited for, has no words.
        let words = (try? String(contentsOfFile: "/proc/\(status.pid)/cmdline", encoding: .utf8)) ?? ""
        return words.prefix { $0 != "\0" }.split(separator: "/").last?.hasPrefix("saybus") ?? false
    }

    /// Returns whether all roles have a ready stage before the deadline.
    private func areReady(_ roles: [String], until: ContinuousClock.Instant, forAll: Bool) async -> Bool {
        let time = until - .now
        guard time > .zero else { return false }
        return await statuses.firstElement(within: time) { [bus] _ in
            MissingStages(roles, in: bus.presence, forAll: forAll).roles.isEmpty
        } != nil
    }

    /// Returns the error when a broker of this user runs but does not answer: another one would be refused. Nil when
    /// none runs, or when it has answered.
    private func unanswered(within time: Duration) -> BusError? {
        guard bus.presence.members.isEmpty, let directory = bus.address.directory,
            let process = AbstractSocketLock.process(.broker, of: directory)
        else { return nil }
        return BusError(
            .noBroker,
            "the broker at \(bus.address) (process \(process)) runs, but does not answer within \(time.inWords); \(Self.continuation(of: process))"
        )
    }

    /// Returns what to do about a process that does not go on.
    static func continuation(of process: some BinaryInteger) -> String {
        "continue it with: kill -CONT \(process), or end it with: kill -KILL \(process)"
    }

    /// Returns the error when nothing can be asked at a bus. Where it is another user's, a pipeline of one's own would
    /// not help.
    static func noBroker(
        _ address: BusAddress, _ obstacle: BrokerProbe.Obstacle, services: ServicePlaces = ServicePlaces()
    ) -> BusError {
        if let refusal = obstacle.refusal(at: address) { return refusal }
        let reason = if case .absent(let reason) = obstacle { " (\(reason))" } else { "" }
        let other = services.advice(besides: address).map { "; \($0)" } ?? ""
        return BusError(
            .noBroker,
            "no broker is at \(address)\(reason); start a whole pipeline with: saybus up\(address.option), or a broker alone with: saybus-broker\(address.option)\(other)"
        )
    }
}
