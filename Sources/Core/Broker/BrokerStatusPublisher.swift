import Foundation
import SaybusBus
import SaybusMessages
import SaybusStage

/// What the broker says of itself and of stages that are gone.
struct BrokerStatusPublisher: Sendable {
    /// How many topics' numbers are remembered.
    private static let memory = 4096

    var counters = StageStatus.Counters()
    private var sequences: [Topic: Int] = [:]
    private var problem: String?
    private let source = Source(role: "broker", instance: "broker")
    private let run: UInt32
    private let started = SteadyClock.microseconds()

    init(run: UInt32) { self.run = run }

    /// Counts a refusal.
    /// - Returns: The count when it is worth a line in the log: 1, 2, 4, 8, …
    mutating func refused(_ sentence: String) -> Int? {
        counters.malformed += 1
        problem = sentence
        return counters.malformed & (counters.malformed - 1) == 0 ? counters.malformed : nil
    }

    /// Counts what the policy, or the room for what is kept, does not allow.
    /// - Returns: How much it has been so far.
    @discardableResult
    mutating func forbade(_ sentence: String) -> Int {
        let count = (counters.refused ?? 0) + 1
        counters.refused = count
        problem = sentence
        return count
    }

    func status(state: StageStatus.State, retained: Int, subscriptions: Int) -> StageStatus {
        StageStatus(
            role: "broker", instance: "broker", engine: "\(subscriptions) subscriptions, \(retained) retained",
            state: state, pid: Int(getpid()), uptimeMs: Int((SteadyClock.microseconds() - started) / 1000),
            counters: counters, problem: problem, memoryBytes: ResidentMemory.bytes)
    }

    mutating func frames<Body: BusMessage>(
        _ body: Body, session: Session, causes: [MessageID], stamp: Stamp
    ) -> [[UInt8]]? {
        guard let source else { return nil }
        var header = Header(
            kind: Body.kind, session: session, source: source, run: run, sequence: 0, causes: causes,
            retain: Body.isRetained)
        guard let body = try? body.wire(header: &header) else { return nil }
        header.sequence = sequences[header.topic] ?? 0
        // Refusals and lost stages come in ever new sessions; a number that begins again is counted as no loss.
        if sequences[header.topic] == nil, sequences.count >= Self.memory,
            let other = sequences.keys.first(where: { $0.session != .default })
        {
            sequences[other] = nil
        }
        sequences[header.topic] = header.sequence + 1
        return RawMessage(header: header, body: body, stamp: stamp).frames
    }
}
