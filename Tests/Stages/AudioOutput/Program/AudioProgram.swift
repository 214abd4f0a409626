import SaybusBus
import SaybusMessages
import SaybusTesting

/// The process `saybus-audio` on a bus of its own, with its reports and the times of their arrival.
final class AudioProgram: Sendable {
    struct Report: Sendable {
        let playback: AudioPlayback
        let time: ContinuousClock.Instant
    }

    struct Missing: Error, CustomStringConvertible { let description: String }

    let test: TestBus
    let bus: Bus
    let program: ProgramUnderTest
    let statuses = Watched<[StageStatus]>([])
    private let reports = Watched<[Report]>([])
    private let reader: Task<Void, Never>

    /// - Parameter output: The file or named pipe for its standard output; nil for the lines of ``program``.
    init(
        _ arguments: [String], environment: [String: String] = [:], output: String? = nil, on test: TestBus? = nil
    ) async throws {
        let test = try test ?? TestBus()
        self.test = test
        bus = try test.connect(.dispatch, tracking: [AudioSequence.self])
        let messages = bus.subscribe(to: [SubscriptionFilter(AudioPlayback.self), SubscriptionFilter(StageStatus.self)])
        let (reports, statuses, bus) = (reports, statuses, bus)
        reader = Task {
            for await case .message(let raw) in messages {
                let now = ContinuousClock.now
                if let message = raw.header.kind == StageStatus.kind ? nil : bus.read(raw, as: AudioPlayback.self) {
                    reports.change { $0.append(Report(playback: message.body, time: now)) }
                } else if raw.header.source.role == .audio, let message = bus.read(raw, as: StageStatus.self) {
                    statuses.change { $0.append(message.body) }
                }
            }
        }
        try await bus.ready()
        let arguments = ["--bus", test.address.url] + arguments
        if let output {
            program = try ProgramUnderTest(
                "/bin/sh",
                [
                    "-c", "out=$1; shift; exec \"$@\" > \"$out\"", "sh", output,
                    ProgramUnderTest.path(of: "saybus-audio"),
                ]
                    + arguments, environment: environment)
        } else {
            program = try ProgramUnderTest("saybus-audio", arguments, environment: environment)
        }
        try await program.ready()
    }

    deinit { reader.cancel() }

    /// Publishes a sequence.
    func play(_ sequence: AudioSequence, session: Session? = nil) throws -> MessageID {
        try bus.publish(sequence, session: session).id
    }

    /// Waits for a report on a sequence, or on one of its events.
    func report(
        _ state: AudioPlayback.State, of id: MessageID, item: Int? = nil, within time: Duration = .seconds(30)
    ) async throws -> Report {
        let fits = { @Sendable (report: Report) in
            report.playback.sequence == id && report.playback.item == item && report.playback.state == state
        }
        _ = await reports.wait(within: time) { $0.contains(where: fits) }
        guard let found = reports.value.first(where: fits) else {
            throw Missing(description: "no \(state) of \(id); there are \(all(of: id)); \(program.report)")
        }
        return found
    }

    /// Waits for any end of a sequence.
    func end(of id: MessageID, within time: Duration = .seconds(30)) async throws -> Report {
        let fits = { @Sendable (report: Report) in
            report.playback.sequence == id && report.playback.item == nil && report.playback.isOver
        }
        _ = await reports.wait(within: time) { $0.contains(where: fits) }
        guard let found = reports.value.first(where: fits) else {
            throw Missing(description: "no end of \(id); there are \(all(of: id)); \(program.report)")
        }
        return found
    }

    /// Returns the reports on a sequence as a whole so far.
    func states(of id: MessageID) -> [AudioPlayback.State] {
        all(of: id).filter { $0.item == nil }.map(\.state)
    }

    /// Waits until the program's status meets a condition.
    func status(within time: Duration = .seconds(20), where fits: @escaping @Sendable (StageStatus) -> Bool)
        async throws
        -> StageStatus
    {
        _ = await statuses.wait(within: time) { $0.last.map(fits) ?? false }
        guard let last = statuses.value.last, fits(last) else {
            throw Missing(description: "the status is \(String(describing: statuses.value.last)); \(program.report)")
        }
        return last
    }

    /// Returns all reports so far.
    var playbacks: [AudioPlayback] { reports.value.map(\.playback) }

    private func all(of id: MessageID) -> [AudioPlayback] { playbacks.filter { $0.sequence == id } }
}
