import Foundation
import Logging
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusProcesses
import SaybusSupport

/// One stage on its private bus: starts it, asks it, hears all that passes.
actor ConformanceRun {
    /// Who the stage is, as it says itself.
    struct Identity: Sendable, Equatable {
        let source: Source
        let run: UInt32
    }

    let role: ConformanceRole
    let options: ConformanceOptions
    let neighbours: Neighbours
    let wire: Wire
    private let folder: String
    private let address: BusAddress
    let command: StageCommand
    private let beats: Task<Void, Never>
    private(set) var broker: Broker
    private(set) var program: ObservedProcess?
    private(set) var stage: Identity?
    /// Where in the journal the present program begins.
    private(set) var beginning = 0
    private(set) var knownRuns: Set<UInt32> = []
    private var number = 0
    var exercise: (any Exercise)?

    init(role: ConformanceRole, command: StageCommand, options: ConformanceOptions) throws {
        self.role = role
        self.options = options
        self.command = command
        address = try BusAddress.temporary()
        folder = (address.directory ?? NSTemporaryDirectory()) + "-files"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        broker = try Broker(at: address, logger: Self.logger)
        let neighbours = Neighbours(of: role)
        self.neighbours = neighbours
        let heard = Watched<Wire?>(nil)
        let wire = try Wire(at: address) { message in
            guard let wire = heard.value else { return }
            // A neighbour that cannot answer shows as the stage's next failure.
            try? wire.send(neighbours.answers(to: message, wire))
        }
        heard.change { $0 = wire }
        self.wire = wire
        let start = ContinuousClock.now
        beats = Task {
            // Neighbours live as all stages do: a beat a second.
            while !Task.isCancelled {
                let uptime = Int((ContinuousClock.now - start).components.seconds) * 1000
                try? wire.send(neighbours.statuses(wire, uptimeMs: uptime))
                try? await Task.sleep(for: .seconds(1))
            }
            heard.change { $0 = nil }
        }
    }

    /// A logger for the run's own broker that discards everything.
    private static let logger = Logger(label: "conformance", factory: { _ in SwiftLogNoOpLogHandler() })

    /// Ends everything.
    func close() async {
        beats.cancel()
        program = nil
        await Self.blocking { [wire, broker] in
            wire.close()
            broker.close()
        }
        for path in [folder, address.directory].compactMap({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
    }

    // MARK: The program

    /// The running stage; starts it when it does not run, since an earlier check may have ended it.
    @discardableResult
    func running() async throws -> Identity {
        if let stage, program?.isRunning == true { return stage }
        return try await start()
    }

    /// Starts the stage and waits until it says that it is ready.
    @discardableResult
    func start() async throws -> Identity {
        (program, stage) = (nil, nil)
        try await wire.prove(within: .seconds(5))
        try publishCatalog()
        beginning = wire.journal.count
        program = try command.start(environment: ["SAYBUS_BUS": address.url, "TMPDIR": folder])
        let (role, known) = (role.rawValue, knownRuns)
        let ready = try await first(from: beginning, within: options.startTime) { message in
            message.header.source.role == role && !known.contains(message.header.run)
                && (try? message.decode(StageStatus.self).body.state) == .ready
        }
        guard let header = ready?.header else { throw Verdict.failed(unready()) }
        let identity = Identity(source: header.source, run: header.run)
        stage = identity
        knownRuns.insert(header.run)
        return identity
    }

    private func unready() -> String {
        let others = wire.journal.messages(from: beginning) {
            $0.header.kind == StageStatus.kind && $0.header.source != Wire.source
                && $0.header.source.role != "broker"
        }
        let wanted = "expected a stage.status of state ready from \(role.rawValue)/…"
        if let other = others.last {
            if knownRuns.contains(other.header.run) {
                return "\(wanted) with another run number, got \(other.header.run) as before the restart"
            }
            let state = (try? other.decode(StageStatus.self).body.state.rawValue) ?? "that cannot be read"
            return "\(wanted), got one of state \(state) from \(other.header.source)"
        }
        return "\(wanted) within \(options.startTime.components.seconds) s\(ending())"
    }

    /// How the program ended, if it has, for a sentence.
    func ending() -> String {
        guard let program, !program.isRunning else { return "" }
        let lines = program.lines(.standardError).suffix(2).map { String($0.prefix(200)) }.joined(separator: " / ")
        return "; the program has ended: \(lines)"
    }

    /// Sends the program a signal.
    func send(_ signal: Int32) { program?.send(signal) }

    /// Waits for the program's end.
    /// - Returns: Its exit code; nil when it still runs.
    func exitCode(within time: Duration) async -> Int32? { await program?.exitCode(within: time) }

    /// Ends the broker and starts another in its place.
    func restartBroker() async throws {
        // The lock on the endpoint must be gone with it.
        await Self.blocking { [broker] in SpawnedProcess.whileNoneStarts { broker.close() } }
        broker = try Broker(at: address, logger: Self.logger)
        try await wire.prove(within: .seconds(5))
        try publishCatalog()
    }

    /// Recognizers find a catalog when they come.
    private func publishCatalog() throws {
        if role == .intent || role == .transcribe { try wire.send([wire.message(IntentExercise.catalog)]) }
    }

    // MARK: Asking

    /// A new question, sent.
    func ask(
        _ index: Int? = nil, session: Session = .default, deadline: Int64? = nil, isSent: Bool = true
    ) throws -> Question {
        guard let exercise else { throw Verdict.skipped("the stage was never ready") }
        if index == nil { number += 1 }
        let turn = TurnID()
        let messages = try exercise.question(index ?? number).map {
            try wire.message($0, session: session, turn: turn, deadline: deadline)
        }
        let question = Question(messages: messages, turn: turn, session: session)
        if isSent { try wire.send(messages) }
        return question
    }

    /// Waits for the end of an answer.
    /// - Returns: All that the stage has said to the question.
    @discardableResult
    func answer(to question: Question) async throws -> [RawMessage] {
        guard let exercise, let stage else { throw Verdict.skipped("the stage was never ready") }
        let end = try await first(from: beginning, within: options.patience) { message in
            message.header.source == stage.source && message.header.run == stage.run && question.concerns(message)
                && exercise.isEnd(message)
        }
        guard end != nil else {
            let said = Set(said(to: question).map(\.header.kind.rawValue)).sorted().joined(separator: ", ")
            throw Verdict.failed(
                "expected \(exercise.ends.map(\.rawValue).joined(separator: " or ")) with the question's turn or its "
                    + "id among the causes within \(options.patience.components.seconds) s, "
                    + "got \(said.isEmpty ? "nothing" : said)\(ending())")
        }
        return said(to: question)
    }

    /// What the stage has said to a question so far.
    func said(to question: Question) -> [RawMessage] {
        guard let stage else { return [] }
        return wire.journal.messages(from: beginning) { $0.header.source == stage.source && question.concerns($0) }
    }

    /// Waits for a message that the stage publishes.
    func heard(
        from place: Int? = nil, within time: Duration? = nil, _ fits: @escaping @Sendable (RawMessage) -> Bool
    ) async throws -> RawMessage? {
        guard let stage else { return nil }
        return try await first(from: place ?? beginning, within: time ?? options.patience) {
            $0.header.source == stage.source && $0.header.run == stage.run && fits($0)
        }
    }

    /// The newest status of the stage.
    func status() -> StageStatus? {
        guard let stage else { return nil }
        return wire.journal.messages(from: beginning) {
            $0.header.kind == StageStatus.kind && $0.header.source == stage.source
        }.last.flatMap { try? $0.decode(StageStatus.self).body }
    }

    /// Waits for a status that fits.
    func status(where fits: @escaping @Sendable (StageStatus) -> Bool) async throws -> StageStatus? {
        try await heard(from: wire.journal.count) { message in
            (try? message.decode(StageStatus.self).body).map(fits) ?? false
        }.flatMap { try? $0.decode(StageStatus.self).body }
    }

    /// Waits for a message; a program that has ended will not send it.
    private func first(
        from place: Int, within time: Duration, where fits: @escaping @Sendable (RawMessage) -> Bool
    ) async throws -> RawMessage? {
        let (journal, program) = (wire.journal, program)
        let found = await withTaskGroup(of: RawMessage?.self) { group in
            group.addTask { await journal.first(from: place, within: time, where: fits) }
            group.addTask {
                _ = await program?.exitCode(within: time)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        try Task.checkCancellation()
        return found ?? journal.messages(from: place, where: fits).first
    }

    private static func blocking(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                body()
                continuation.resume()
            }
        }
    }
}
