import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import SaybusTerminal

/// `saybus ask`: sends a text as if it had been recognized from speech, and follows the turn to its end.
public struct Ask: Sendable {
    /// The settings of a request.
    public struct Options: Sendable {
        /// The conversation; nil is the default one.
        public var session: Session?
        /// Time that a turn may take.
        public var timeout: Duration = .seconds(20)
        /// Time to wait for the broker and the stages.
        public var wait: Duration = .zero
        /// Whether the result is printed as JSON.
        public var isJSON = false
        /// The number of requests to measure latencies with; nil asks once and prints the turn.
        public var repetitions: Int?

        /// Creates the default settings.
        public init() {}
    }

    /// Time that the stages have to start, and recognizers to load the catalog, after the first ones are ready.
    private static let startTime = Duration.seconds(5)

    private let text: String
    private let address: BusAddress
    private let options: Options

    /// Creates a request to send a text.
    public init(_ text: String, at address: BusAddress, options: Options = Options()) {
        (self.text, self.address, self.options) = (text, address, options)
    }

    /// Sends the text and prints what happens.
    /// - Returns: Whether all turns were handled.
    /// - Throws: `StageFailure` or `BusError` when the broker or a stage is missing, or the turn does not end.
    public func run(output: TextOutput = .standardOutput, log: TextOutput = .standardError) async throws -> Bool {
        let client = try ClientConnection(.ask, at: address, wait: options.wait, tracking: [SpeechTranscript.self])
        return try await withClosing(client.bus) { try await run(client, output, log) }
    }

    private func run(_ client: ClientConnection, _ output: TextOutput, _ log: TextOutput) async throws -> Bool {
        let messages = client.bus.subscribe(to: AskRecord.kinds, in: options.session ?? .default)
        try await client.ready(["intent", "dispatch"], wait: options.wait)
        await waitForStages(client)
        if let absence = client.absence(of: ["audio"]) {
            log.line("the answer will not be heard: \(absence.reason)")
        }
        var iterator = messages.makeAsyncIterator()
        guard let repetitions = options.repetitions else {
            let record = try await ask(client.bus, &iterator) { step in
                if !options.isJSON { step.print(to: output) }
            }
            guard let end = record.end else { return false }
            if options.isJSON { output.json(try JSONValue(AskReport(record, end)).text(indented: true)) }
            return end.outcome == .handled
        }
        // The first turn is not measured: it pays for everything that is initialised lazily.
        var times: [Int64] = []
        var handled = true
        for number in 0...max(1, repetitions) {
            let record = try await ask(client.bus, &iterator) { _ in }
            handled = handled && record.end?.outcome == .handled
            if number > 0, let time = record.commandUs { times.append(time) }
        }
        guard let summary = LatencySummary(times) else {
            throw StageFailure(.failed, "\"\(text)\" invokes no command: there is nothing to measure")
        }
        output.line(options.isJSON ? try JSONValue(summary).text() : summary.line)
        return handled
    }

    /// Sends the text once and reads until its turn has ended.
    private func ask(
        _ bus: Bus, _ messages: inout RawSubscription.AsyncIterator, _ tell: (AskStep) -> Void
    ) async throws -> AskRecord {
        // The bus ends the turn at the deadline and says why, on a busy machine up to two seconds later.
        let until = ContinuousClock.now + options.timeout + .seconds(3)
        let turn = TurnID()
        let sent = try bus.publish(
            SpeechTranscript(text: text, engine: "text"), session: options.session, turn: turn,
            deadline: bus.now + options.timeout.microseconds)
        var record = AskRecord(turn: turn, text: text, start: sent.at)
        var clock = TurnClock(start: sent.at, steady: SteadyClock.microseconds())
        // A stage may acknowledge the transcript and never end the turn: that must not block this command.
        let alarm = Task {
            // A broker that turns this client away, because its key was revoked, would let it wait for nothing.
            while ContinuousClock.now < until, bus.isConnected || bus.refusal == nil {
                try await Task.sleep(for: .milliseconds(100))
            }
            await bus.close()
        }
        defer { alarm.cancel() }
        // The messages that wait when the time is over are not read any more.
        while record.end == nil, ContinuousClock.now < until, let received = await messages.next() {
            guard case (var header, let body)? = bus.readBody(received) else { continue }
            header.at = sent.at &+ clock.elapsed(to: header.at, steady: SteadyClock.microseconds())
            if let step = record.observe(header, body) { tell(step) }
        }
        try Task.checkCancellation()
        guard record.end != nil else {
            if !bus.isConnected, let refusal = bus.refusal { throw BusError(.refused, refusal) }
            let last = record.steps.last.map { "; the last that was heard of it: \($0.kind) from \($0.source)" } ?? ""
            throw StageFailure(.failed, "the turn did not end within \(options.timeout.inWords)\(last)")
        }
        return record
    }

    /// Returns whether a supervisor is starting a stage that the turn passes.
    static func isStarting(_ members: [StageStatus]) -> Bool {
        ExpectedStage.list(members).contains { stage in
            let isPassed = [Role.intent, .dispatch, .audio].contains(stage.program.role)
            let isAwaited = stage.isAbsent || stage.status?.state == .starting
            return isPassed && stage.program.state == .running && isAwaited
        }
    }

    /// Waits for the stages that a supervisor is starting, and until a recognizer knows the catalogs of all
    /// dispatchers: a stage reports ready earlier, when it cannot understand anything yet.
    private func waitForStages(_ client: ClientConnection) async {
        @Sendable func knows() -> Bool {
            let members = client.bus.presence.members.values.map(\.status)
            func revisions(_ role: Role) -> [Set<Substring>] {
                members.filter { $0.role == role && $0.state == .ready }
                    .compactMap { $0.catalogRevision.map { Set($0.split(separator: "+")) } }
            }
            let published = revisions(.dispatch).reduce(into: Set<Substring>()) { $0.formUnion($1) }
            // A link's stand-in never has a revision: the recognizers are elsewhere, and get the catalogs before the
            // words.
            let isElsewhere = members.contains {
                $0.role == .intent && $0.state == .ready && $0.engine == "link" && $0.catalogRevision == nil
            }
            return !Self.isStarting(members)
                && (published.isEmpty || isElsewhere || revisions(.intent).contains { $0.isSuperset(of: published) })
        }
        guard !knows() else { return }
        _ = await client.statuses.firstElement(within: Self.startTime) { _ in knows() }
    }
}
