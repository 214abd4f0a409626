import Dispatch
import Foundation
import Logging
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusProcesses
import SaybusSupport

/// A conformance run of one stage on a private bus. Starts the stage, sends it questions, and records all messages.
actor ConformanceRun {
    /// The most lines of a program that has ended.
    private static let maximumLines = 20

    let role: ConformanceRole
    let options: ConformanceOptions
    let otherStages: SimulatedStages
    let connection: RawConnection
    private let folder: String
    private let address: BusAddress
    let command: StageCommand
    private let beats: Task<Void, Never>
    private(set) var broker: Broker
    private let unchecked: UncheckedFrames
    /// The queue for closing sockets, which blocks.
    private let closing = DispatchQueue(label: "saybus.conformance.closing")
    private(set) var program: ObservedProcess?
    private(set) var stage: ProgramRun?
    /// The index in the journal of the first message of the current process.
    private(set) var beginning = 0
    private(set) var knownRuns: Set<UInt32> = []
    /// The number of questions made so far.
    var questionCount = 0
    /// The last lines of the program that were shown when it had ended.
    private var shownLines: [String] = []
    /// Whether the stage did not become ready: no further check can succeed.
    private(set) var hasFailedToStart = false
    var exercise: (any Exercise)?

    init(role: ConformanceRole, command: StageCommand, options: ConformanceOptions) throws {
        self.role = role
        self.options = options
        self.command = command
        address = try BusAddress.temporary()
        folder = (address.directory ?? NSTemporaryDirectory()) + "-files"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let unchecked = UncheckedFrames()
        self.unchecked = unchecked
        broker = try Broker(at: address, injectedFrames: InjectedFrames(unchecked.takeAll), logger: Self.logger)
        let otherStages = SimulatedStages(of: role)
        self.otherStages = otherStages
        let heard = Watched<RawConnection?>(nil)
        let connection = try RawConnection(at: address) { message in
            guard let connection = heard.value else { return }
            // If this answer cannot be sent, the next check of the stage fails.
            try? connection.send(otherStages.answers(to: message, connection))
        }
        heard.change { $0 = connection }
        self.connection = connection
        let start = ContinuousClock.now
        beats = Task {
            // The simulated stages send a heartbeat once a second, as all stages do.
            while !Task.isCancelled {
                let uptime = Int((ContinuousClock.now - start).components.seconds) * 1000
                try? connection.send(otherStages.statuses(connection, uptimeMs: uptime))
                try? await Task.sleep(for: .seconds(1))
            }
            heard.change { $0 = nil }
        }
    }

    /// A logger for the run's own broker that discards everything.
    private static let logger = Logger(label: "conformance", factory: { _ in SwiftLogNoOpLogHandler() })

    /// Ends the program, the connection and the broker, and removes their files.
    func close() async {
        beats.cancel()
        program = nil
        await closing.run { [connection, broker] in
            connection.close()
            broker.close()
        }
        for path in [folder, address.directory].compactMap({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
    }

    // MARK: The program

    /// Returns the running stage. Starts it when an earlier check has ended it.
    @discardableResult
    func running() async throws -> ProgramRun {
        if let stage, program?.isRunning == true { return stage }
        return try await start()
    }

    /// Starts the stage and waits until it reports ready.
    /// - Parameter more: Further options of the program.
    @discardableResult
    func start(_ more: [String] = []) async throws -> ProgramRun {
        (program, stage) = (nil, nil)
        try await connection.waitUntilConnected(within: .seconds(5))
        try publishCatalog()
        beginning = connection.journal.count
        program = try command.start(more, environment: ["SAYBUS_BUS": address.url, "TMPDIR": folder])
        let (role, known) = (role.busRole, knownRuns)
        let ready = try await first(from: beginning, within: options.startTime) { message in
            message.header.source.role == role && !known.contains(message.header.run)
                && (try? message.decode(StageStatus.self).body.state) == .ready
        }
        guard let header = ready?.header else { throw Verdict.failed(unready()) }
        let run = ProgramRun(header)
        stage = run
        knownRuns.insert(header.run)
        return run
    }

    /// Records that the first start of the stage has failed.
    func failedToStart() { hasFailedToStart = true }

    private func unready() -> String {
        let others = connection.journal.messages(from: beginning) {
            $0.header.kind == StageStatus.kind && $0.header.source != RawConnection.source
                && $0.header.source.role != .broker
        }
        let wanted = "expected a stage.status of state ready from \(role.rawValue)/…"
        if let other = others.last {
            if knownRuns.contains(other.header.run) {
                return "\(wanted) with another run number, got \(other.header.run) as before the restart"
            }
            let violations = Inspection.problems(withBodyOf: other)
            if !violations.isEmpty { return ([wanted] + violations).joined(separator: "\n") }
            let state = (try? other.decode(StageStatus.self).body.state.rawValue) ?? "that cannot be read"
            return "\(wanted), got one of state \(state) from \(other.header.source)"
        }
        return "\(wanted) within \(options.startTime.components.seconds) s\(ending())"
    }

    /// Returns the part of a sentence that describes the end of the program; empty while the program runs. Its last
    /// lines are shown once.
    func ending() -> String {
        guard let program, !program.isRunning else { return "" }
        let lines = program.lines(.standardError).suffix(Self.maximumLines).map { "  \($0.prefix(200))" }
        guard !lines.isEmpty else { return "; the program has ended without a line on standard error" }
        guard lines != shownLines else { return "; the program has ended, with the same lines as before" }
        shownLines = lines
        return (["; the program has ended:"] + lines).joined(separator: "\n")
    }

    /// Sends the program a signal.
    func send(_ signal: Int32) { program?.send(signal) }

    /// Waits for the end of the program.
    /// - Returns: The exit code; nil when the program is still running.
    func exitCode(within time: Duration) async -> Int32? { await program?.exitCode(within: time) }

    /// Replaces the broker by a new one at the same address.
    func restartBroker() async throws {
        // The broker is closed while no child is being started: such a child would inherit the lock on the endpoint.
        await closing.run { [broker] in SpawnedProcess.whileNoneStarts { broker.close() } }
        broker = try Broker(at: address, injectedFrames: InjectedFrames(unchecked.takeAll), logger: Self.logger)
        try await connection.waitUntilConnected(within: .seconds(5))
        try publishCatalog()
    }

    /// Makes the broker send frames to its subscribers that it would refuse from a publisher.
    func sendUnchecked(_ frames: [[UInt8]]) {
        unchecked.append(frames)
        broker.sendInjectedFrames()
    }

    /// Publishes a catalog, which recognizers need.
    private func publishCatalog() throws {
        if role == .intent || role == .transcribe { try connection.send([connection.message(IntentExercise.catalog)]) }
    }

    /// Waits for a message that satisfies a condition. Stops waiting when the program ends.
    func first(
        from place: Int, within time: Duration, where fits: @escaping @Sendable (RawMessage) -> Bool
    ) async throws -> RawMessage? {
        let (journal, program) = (connection.journal, program)
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
}
