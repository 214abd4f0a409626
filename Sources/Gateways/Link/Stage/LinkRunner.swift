import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport

/// The performer of a relay's actions, on the bus and on the line.
///
/// It has a thread of its own, since sending on a line that is full may block.
actor LinkRunner<Relay: LinkRelay> {
    /// The time between two looks at the clock.
    static var pulse: Duration { .milliseconds(100) }

    private let executor = SerialQueueExecutor(label: "saybus-link")
    /// The queue of calls that wait for the server.
    private let queue = SerialQueueExecutor(label: "saybus-link-streams")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let configuration: LinkConfiguration
    let context: StageContext
    var relay: Relay
    private var client: NATSClient?
    private var onEvent: @Sendable (LineEvent) -> Void = { _ in }
    private var isConnected = false
    private var isDraining = false
    private var cut: String? = "there was no connection yet"
    private var setup: Task<Void, Never>?
    private var setupProblem: String?
    private var shown: String?
    /// The broker's run, by which its restart is found out.
    private var epoch: UInt32?
    private var lastTick = SteadyClock.microseconds()
    private let started = SteadyClock.microseconds()
    /// The inbox of answers.
    let inbox: String
    /// The last question for each role: when by the steady clock, and by the broker's.
    private var asked: [String: (at: Int64, time: Int64)] = [:]
    /// Microseconds that the last question took.
    private var roundTrip: Int64?
    private var standIns: [String: StandIn] = [:]
    private var standInSequences: [String: Int] = [:]
    private var nextBeat: Int64 = 0

    init(_ relay: Relay, _ configuration: LinkConfiguration, _ context: StageContext) {
        (self.relay, self.configuration, self.context) = (relay, configuration, context)
        inbox = "\(configuration.settings.inbox).\(context.bus.run)"
    }

    // MARK: The line

    /// Begins to connect.
    func open(_ onEvent: @escaping @Sendable (LineEvent) -> Void) throws(LinkError) {
        self.onEvent = onEvent
        let client = try NATSClient(configuration.settings, onEvent: onEvent)
        self.client = client
        try client.subscribe("\(inbox).>")
        for subject in subjects { try client.subscribe(subject) }
        if !configuration.serves.isEmpty {
            try client.subscribe(LinkSubject.questions(WorkerRelay.anyRole), queue: WorkerRelay.anyRole)
        }
    }

    /// The subjects to which the link always subscribes.
    private var subjects: [String] {
        let site = configuration.site
        let inbox = configuration.settings.inbox
        let further = configuration.accepts.filter { !Streams.stored.contains($0) }
        if configuration.serves.isEmpty {
            return ["\(inbox).hear", LinkSubject.beats(site), "live.\(site).\(SpeechPartial.kind).*.*"]
                + further.map { "live.\(site).\($0).*.*" }
        }
        return ["\(inbox).state", "say.*.\(VoiceRequestStatus.kind).*.*"] + further.map { "say.*.\($0).*.*" }
    }

    /// Handles an event of the connection.
    func apply(_ event: LineEvent) {
        let now = SteadyClock.microseconds()
        switch event {
        case .connected(let server):
            connected(server, now: now)
        case .disconnected(let reason):
            cutOff(reason, now: now)
        case .closed(let reason):
            cutOff(reason, now: now)
            reopen()
        case .problem(let reason):
            relay.counters.record("the NATS server says: \(reason)", at: now)
            context.logger.warning("the NATS server refuses something", metadata: ["reason": "\(reason)"])
        case .refused(let reason): relay.counters.refuse("refused \(reason)", at: now)
        case .message(let message): perform(handle(message, now: now))
        }
        showStatus()
    }

    private func connected(_ server: String, now: Int64) {
        guard !isConnected, !isDraining else { return }
        guard let address = try? NATSAddress(server), !address.isLoopback, !configuration.trustsAnyServer else {
            return begin(server, now: now)
        }
        let queue = queue
        Task {
            let greeting = await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: ServerGreeting.read(address)) }
            }
            self.greeted(greeting, server)
        }
    }

    /// Uses a server, unless it lets in whoever comes.
    private func greeted(_ greeting: ServerGreeting?, _ server: String) {
        guard !isConnected, !isDraining else { return }
        let now = SteadyClock.microseconds()
        if let danger = greeting?.danger {
            context.logger.error(
                "the NATS server is not used", metadata: ["server": "\(server)", "reason": "\(danger)"])
            cutOff(danger, now: now)
            return client?.close() ?? ()
        }
        if let greeting, greeting.isOld {
            context.logger.warning(
                "the NATS server is old",
                metadata: [
                    "version": "\(greeting.version)",
                    "wanted": "\(ServerGreeting.leastVersion.0).\(ServerGreeting.leastVersion.1)",
                ])
        }
        begin(server, now: now)
    }

    private func begin(_ server: String, now: Int64) {
        (isConnected, cut) = (true, nil)
        context.logger.notice("the line works", metadata: ["server": "\(server)"])
        makeStreams()
        showStatus()
    }

    private func cutOff(_ reason: String, now: Int64) {
        guard isConnected || cut != reason else { return }
        if isConnected, !isDraining {
            context.logger.warning("the line is cut; it is made again", metadata: ["reason": "\(reason)"])
        }
        (isConnected, cut) = (false, reason)
        setup?.cancel()
        perform(relay.disconnected(reason, now: now))
    }

    /// Makes a connection anew that libnats has given up, such as after a refused key.
    private func reopen() {
        guard !isDraining else { return }
        let onEvent = onEvent
        Task {
            // libnats closes a connection at once when the server refuses its key: a pause keeps the server from a flood.
            try? await Task.sleep(for: .seconds(2))
            do { try self.open(onEvent) } catch { self.apply(.closed(reason: "\(error)")) }
        }
    }

    private func handle(_ message: LineMessage, now: Int64) -> [LinkAction] {
        if message.subject.hasPrefix(inbox) { return handleAnswer(message, now: now) }
        if message.subject == LinkSubject.beats(configuration.site) { return handleBeat(message, now: now) }
        return relay.receive(message, now: now) { header in life(header) }
    }

    private func handleAnswer(_ message: LineMessage, now: Int64) -> [LinkAction] {
        let tokens = message.subject.dropFirst(inbox.count + 1).split(separator: ".")
        guard tokens.count == 2 else { return [] }
        let words = String(validating: message.body.prefix(64), as: UTF8.self)?.split(separator: " ") ?? []
        let site = message.isWithoutReceiver ? nil : words.first.flatMap { SiteName(rawValue: String($0)) }
        switch tokens[0] {
        case "stored":
            guard let id = MessageID(String(tokens[1])) else { return [] }
            return handleStored(id, message, now: now)
        case "offer":
            guard let turn = TurnID(String(tokens[1])), site != nil || message.isWithoutReceiver else { return [] }
            return relay.answered(.offer(turn), by: site, now: now)
        case "ask":
            guard site != nil || message.isWithoutReceiver else { return [] }
            if let site, words.count == 2, let time = Int64(words[1]), let asked = asked[String(tokens[1])] {
                let middle = asked.time + (now - asked.at) / 2
                relay.measured(
                    time.subtractingReportingOverflow(middle).partialValue, of: site, roundTrip: now - asked.at,
                    now: now)
                roundTrip = now - asked.at
            }
            return relay.answered(.question(String(tokens[1])), by: site, now: now)
        default: return []
        }
    }

    private func handleStored(_ id: MessageID, _ message: LineMessage, now: Int64) -> [LinkAction] {
        guard !message.isWithoutReceiver else {
            return relay.notStored(id, "there is no stream \(Streams.say), or no JetStream", now: now)
        }
        guard let answer = try? JSONValue(parsing: Array(message.body)), case .string? = answer["stream"] else {
            let text = String(decoding: message.body.prefix(200), as: UTF8.self).safeForTerminal
            return relay.notStored(id, "the server answers \(text)", now: now)
        }
        return relay.stored(id, isDuplicate: answer["duplicate"] == .boolean(true))
    }

    private func handleBeat(_ message: LineMessage, now: Int64) -> [LinkAction] {
        guard let site = message.fields[.site].flatMap({ SiteName(rawValue: $0) }), message.body.count <= 16_384,
            let text = String(validating: message.body, as: UTF8.self)
        else { return [] }
        var received: [TurnID: Int] = [:]
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2, let turn = TurnID(String(words[0])), let count = Int(words[1]) {
                received[turn] = count
            }
        }
        return relay.beat(site, received, now: now)
    }

    // MARK: The bus

    /// Handles a message of the bus.
    func apply(_ message: RawMessage) {
        if let now = message.stamp?.epoch, now != epoch {
            if epoch != nil { perform(relay.busReturned()) }
            epoch = now
        }
        perform(relay.receive(message, life: life(message.header), now: SteadyClock.microseconds()))
    }

    private func life(_ header: Header) -> Int64 {
        guard let left = context.bus.time(untilDeadlineOf: header) else { return Outbox.defaultLife }
        return min(max(-1, left.microseconds), 3_600_000_000)
    }

    // MARK: Time

    /// Does what is due.
    func tick(overflowing: Int) {
        let now = SteadyClock.microseconds()
        // The program stood still, so that answers may wait unread.
        let isBehind = now - lastTick > 2_000_000
        lastTick = now
        relay.counters.dropped += overflowing
        perform(relay.tick(now: now, isBehind: isBehind))
        if now >= nextBeat {
            nextBeat = now + 1_000_000
            for (role, standIn) in standIns { publish(standIn, as: role) }
        }
        showStatus()
    }

    /// Takes no more turns.
    func drain() {
        isDraining = true
        for (role, standIn) in standIns where standIn.isReady { publish(standIn, as: role, state: .draining) }
    }

    /// Ends the connection.
    func close() {
        isDraining = true
        setup?.cancel()
        for (role, standIn) in standIns { publish(standIn, as: role, state: .stopped) }
        client?.close()
    }

    // MARK: Actions

    func perform(_ actions: [LinkAction]) { for action in actions { perform(action) } }

    private func perform(_ action: LinkAction) {
        do {
            switch action {
            case .send(let message): try client?.send(message)
            case .store(var message, let id):
                message.reply = "\(inbox).stored.\(id)"
                try client?.send(message)
            case .request(var message, let request):
                if case .question(let role) = request {
                    asked[role] = (SteadyClock.microseconds(), context.bus.now)
                }
                message.reply = "\(inbox).\(Self.token(request))"
                try client?.send(message)
            case .accept(let subject):
                let text = "\(configuration.site) \(context.bus.now)"
                try client?.send(LineMessage(subject: subject, body: Array(text.utf8)))
            case .answer(let text, let subject): try client?.send(LineMessage(subject: subject, body: Array(text.utf8)))
            case .inject(var message):
                message.stamp = nil
                try context.bus.publish(frames: message.frames)
            case .receipt(let header): try context.bus.publish(Receipt(of: header.kind), answering: header)
            case .refuse(let header, let reason):
                context.logger.error(
                    "gave up a message", metadata: ["id": "\(header.id)", "reason": "\(reason)"])
                context.bus.refuse(header, because: reason)
            case .end(let turn, let session, let causes, let outcome, let reason):
                context.logger.error("gave up a turn", metadata: ["turn": "\(turn)", "reason": "\(reason)"])
                try context.bus.publish(
                    TurnEnded(outcome: outcome, reason: reason), session: session, turn: turn, causes: causes)
            case .subscribe(let subject): try client?.subscribe(subject)
            case .unsubscribe(let subject): client?.unsubscribe(subject)
            case .serve(let role, let begins): try serve(role, begins)
            case .prepare(let site): prepare(site)
            case .stand(let role, let standIn):
                context.logger.notice(
                    standIn.isReady ? "recognizers elsewhere take over" : "no recognizer elsewhere",
                    metadata: ["role": "\(role)", "problem": "\(standIn.problem ?? "none")"])
                standIns[role] = standIn
                publish(standIn, as: role)
            }
        } catch {
            relay.counters.record("\(error)", at: SteadyClock.microseconds())
            context.logger.debug("cannot perform an action", metadata: ["error": "\(error)"])
        }
    }

    private static func token(_ request: RequestID) -> String {
        switch request {
        case .offer(let turn): "offer.\(turn)"
        case .question(let role): "ask.\(role)"
        }
    }

    private func serve(_ role: String, _ begins: Bool) throws {
        context.logger.notice(
            begins ? "takes turns of other sites" : "takes no turns of other sites", metadata: ["role": "\(role)"])
        let offers: [String] =
            configuration.share.map { share in share.buckets.map { LinkSubject.Offer.filter(role, bucket: $0) } }
            ?? [LinkSubject.Offer.filter(role)]
        var subjects: [String] = [LinkSubject.questions(role)]
        if role == "transcribe" { subjects += offers }
        if role == "intent" { subjects.append(Streams.intents) }
        for subject in subjects {
            if begins {
                try client?.subscribe(subject, queue: role)
            } else {
                client?.unsubscribe(subject)
            }
        }
    }

    private func prepare(_ site: SiteName) {
        guard let client else { return }
        let (streams, queue) = (Streams(client: client), queue)
        Task {
            let problem: String? = await withCheckedContinuation { continuation in
                queue.async {
                    do {
                        try streams.makeSiteConsumer(site)
                        continuation.resume(returning: nil)
                    } catch {
                        continuation.resume(returning: "\(error)")
                    }
                }
            }
            self.perform(self.relay.prepared(site, problem: problem, now: SteadyClock.microseconds()))
        }
    }

    /// Makes the streams and consumers, and tries again until they are there.
    private func makeStreams() {
        guard let client else { return }
        setup?.cancel()
        let streams = Streams(client: client)
        let configuration = configuration
        let queue = queue
        setup = Task {
            while !Task.isCancelled {
                let problem: String? = await withCheckedContinuation { continuation in
                    queue.async {
                        do {
                            try streams.prepare(configuration)
                            continuation.resume(returning: nil)
                        } catch {
                            continuation.resume(returning: "\(error)")
                        }
                    }
                }
                self.prepared(problem)
                guard problem != nil else { return }
                try? await Task.sleep(for: .seconds(2))
            }
        }
    }

    private func prepared(_ problem: String?) {
        if let problem, problem != setupProblem {
            context.logger.warning("the streams cannot be used", metadata: ["reason": "\(problem)"])
        }
        setupProblem = problem
        // Nothing is sent before its answer can arrive.
        if problem == nil, isConnected { perform(relay.connected(now: SteadyClock.microseconds())) }
        showStatus()
    }

    // MARK: Status

    private func publish(_ standIn: StandIn, as role: String, state: StageStatus.State? = nil) {
        guard let source = Source(role: role, instance: context.bus.source.instance) else { return }
        let status = StageStatus(
            role: role, instance: source.instance, engine: "link", state: state ?? (standIn.isReady ? .ready : .failed),
            pid: Int(ProcessInfo.processInfo.processIdentifier),
            uptimeMs: Int((SteadyClock.microseconds() - started) / 1000),
            problem: standIn.problem, coverage: context.coverage, standby: true, term: standIn.term)
        var header = Header(
            kind: StageStatus.kind, session: context.session ?? .default, source: source, run: context.bus.run,
            sequence: standInSequences[role, default: 0], at: context.bus.now, retain: true)
        standInSequences[role, default: 0] += 1
        do {
            let body = try status.wire(header: &header)
            try context.bus.publish(frames: RawMessage(header: header, body: body).frames)
        } catch {
            context.logger.debug("cannot publish a status", metadata: ["error": "\(error)"])
        }
    }

    private func showStatus() {
        let problem =
            cut.map { "the line to \(configuration.settings.servers[0]) is cut: \($0)" } ?? setupProblem
            ?? relay.counters.problem
        guard problem != shown else { return }
        shown = problem
        context.update { $0.problem = problem }
    }
}

extension Streams {
    /// Makes what a link needs.
    func prepare(_ configuration: LinkConfiguration) throws(LinkError) {
        // A site only sends and hears: those who serve it make what it needs, so that it needs no rights to do so.
        guard !configuration.serves.isEmpty else { return }
        try make(inMemory: configuration.keepsInMemory, replicas: configuration.replicas)
        if configuration.serves.contains("intent") { try makeIntentConsumer() }
        try makeStateConsumer(deliverTo: "\(configuration.settings.inbox).state")
    }
}
