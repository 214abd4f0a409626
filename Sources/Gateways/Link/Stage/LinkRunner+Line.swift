import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport

/// The connection and its events.
extension LinkRunner {
    /// Connects, or begins to try.
    /// - Throws: ``LinkError`` for settings that libnats refuses.
    func open(_ receiver: LineReceiver) async throws {
        self.receiver = receiver
        danger = nil
        let (settings, queue) = (configuration.settings, queue)
        do {
            let client = try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Result { try NATSClient(settings, receiver) }) }
            }
            guard !isDraining else { return client.close() }
            try use(client)
        } catch let error as LinkError where error.code == .unreachable {
            // A server that is absent or refuses this site may let it in later.
            apply(.closed(reason: error.reason))
        }
    }

    /// Records that the stage cannot work.
    func fail(_ error: any Error) { failure = error }

    private func use(_ client: NATSClient) throws(LinkError) {
        self.client = client
        try client.subscribe("\(inbox).>")
        for subject in subjects { try client.subscribe(subject) }
        if !configuration.serves.isEmpty {
            try client.subscribe(LinkSubject.questions(WorkerRelay.anyRole), queue: WorkerRelay.anyRole.rawValue)
        }
        apply(.connected(server: client.server))
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

    /// Handles an event of the connection. Of the many that may come in a moment, the clock shows the newest problem.
    func apply(_ event: LineEvent) {
        let now = SteadyClock.microseconds()
        switch event {
        case .connected(let server):
            connected(server, now: now)
        case .disconnected(let reason):
            cutOff(danger ?? reason, now: now)
            showStatus()
        case .closed(let reason):
            cutOff(danger ?? reason, now: now)
            showStatus()
            reopen()
        case .problem(let reason):
            relay.counters.record("the NATS server says: \(reason)", at: now)
            let count = serverRefusals.record(reason)
            guard count.isLoggedCount else { return }
            context.logger.warning(
                "the NATS server refuses something", metadata: ["reason": "\(reason)", "count": "\(count)"])
        case .refused(let reason): relay.counters.refuse("refused \(reason)", at: now)
        case .message(let message):
            guard isConnected || !(checksServers || unchecked.isChecking) else { return unchecked.add(message) }
            perform(receive(message, now: now))
        }
    }

    /// Whether a server is used only after its greeting has shown that it authenticates its clients.
    private var checksServers: Bool {
        !configuration.trustsAnyServer && !configuration.settings.servers.allSatisfy(\.isLoopback)
    }

    private func connected(_ server: String, now: Int64) {
        guard !isConnected, !isDraining else { return }
        guard let address = try? NATSAddress(server), !address.isLoopback, !configuration.trustsAnyServer else {
            return begin(server, now: now)
        }
        let (check, queue) = (unchecked.begin(), queue)
        Task {
            let greeting = await withCheckedContinuation { continuation in
                queue.async { continuation.resume(returning: ServerGreeting.read(address)) }
            }
            self.greeted(greeting, server, check)
        }
    }

    /// Uses a server, unless it accepts clients without authentication.
    private func greeted(_ greeting: ServerGreeting?, _ server: String, _ check: Int) {
        guard let waiting = unchecked.end(check), !isConnected, !isDraining else { return }
        let now = SteadyClock.microseconds()
        if let danger = greeting?.danger {
            if cut != danger {
                context.logger.error(
                    "the NATS server is not used", metadata: ["server": "\(server)", "reason": "\(danger)"])
            }
            self.danger = danger
            cutOff(danger, now: now)
            return client?.close() ?? ()
        }
        if let greeting, greeting.isOld {
            context.logger.warning(
                "the NATS server is old",
                metadata: [
                    "version": "\(greeting.version)",
                    "wanted": "\(ServerGreeting.minimumVersion.0).\(ServerGreeting.minimumVersion.1)",
                ])
        }
        begin(server, now: now)
        for message in waiting { perform(receive(message, now: now)) }
    }

    private func begin(_ server: String, now: Int64) {
        (isConnected, cut) = (true, nil)
        context.logger.notice("the line works", metadata: ["server": "\(server)"])
        makeStreams()
        showStatus()
    }

    private func cutOff(_ reason: String, now: Int64) {
        unchecked.drop()
        guard isConnected || cut != reason else { return }
        if cut != reason, !isDraining {
            context.logger.warning("the line is cut; it is made again", metadata: ["reason": "\(reason)"])
        }
        (isConnected, cut) = (false, reason)
        setup?.cancel()
        perform(relay.disconnected(reason, now: now))
    }

    /// Makes a connection anew that libnats has given up, such as after a refused key.
    private func reopen() {
        guard !isDraining, !isReopening, let receiver else { return }
        isReopening = true
        Task {
            // libnats closes a connection at once when the server refuses its key: a pause keeps the server from a
            // flood.
            try? await Task.sleep(for: .seconds(2))
            self.isReopening = false
            do { try await self.open(receiver) } catch { self.apply(.closed(reason: "\(error)")) }
        }
    }

    private func receive(_ message: LineMessage, now: Int64) -> [LinkAction] {
        if message.subject.hasPrefix(inbox) { return receiveAnswer(message, now: now) }
        if message.subject == LinkSubject.beats(configuration.site) { return receiveBeat(message, now: now) }
        return relay.receive(message, now: now) { header in life(header) }
    }

    private func receiveAnswer(_ message: LineMessage, now: Int64) -> [LinkAction] {
        let tokens = message.subject.dropFirst(inbox.count + 1).split(separator: ".")
        guard tokens.count == 2 else { return [] }
        let words = String(validating: message.body.prefix(64), as: UTF8.self)?.split(separator: " ") ?? []
        let site = message.isWithoutReceiver ? nil : words.first.flatMap { SiteName(rawValue: String($0)) }
        switch tokens[0] {
        case "stored":
            guard let id = MessageID(String(tokens[1])) else { return [] }
            return receiveStoreAnswer(id, message, now: now)
        case "offer":
            guard let turn = TurnID(String(tokens[1])), site != nil || message.isWithoutReceiver else { return [] }
            return relay.answered(.offer(turn), by: site, now: now)
        case "ask":
            guard site != nil || message.isWithoutReceiver else { return [] }
            if let site, words.count == 2, let time = Int64(words[1]), let asked = asked[Role(String(tokens[1]))] {
                let middle = asked.time + (now - asked.at) / 2
                relay.measured(
                    time.subtractingReportingOverflow(middle).partialValue, of: site, roundTrip: now - asked.at,
                    now: now)
            }
            return relay.answered(.question(Role(String(tokens[1]))), by: site, now: now)
        default: return []
        }
    }

    private func receiveStoreAnswer(_ id: MessageID, _ message: LineMessage, now: Int64) -> [LinkAction] {
        guard !message.isWithoutReceiver else {
            return relay.notStored(id, "there is no stream \(Streams.say), or no JetStream", now: now)
        }
        guard let answer = try? JSONValue(parsing: Array(message.body)), case .string? = answer["stream"] else {
            let text = String(decoding: message.body.prefix(200), as: UTF8.self).safeForTerminal
            return relay.notStored(id, "the server answers \(text)", now: now)
        }
        return relay.stored(id, isDuplicate: answer["duplicate"] == .boolean(true))
    }

    private func receiveBeat(_ message: LineMessage, now: Int64) -> [LinkAction] {
        guard let site = message.fields[.site].flatMap({ SiteName(rawValue: $0) }), message.body.count <= 16_384,
            let text = String(validating: message.body, as: UTF8.self)
        else { return [] }
        if let problem = message.fields[.problem] { relay.told(problem, by: site, now: now) }
        var received: [TurnID: Int] = [:]
        var catalogs: [LinkSubject] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2, let turn = TurnID(String(words[0])), let count = Int(words[1]) {
                received[turn] = count
            } else if words.count == 1, let subject = LinkSubject(String(line)), subject.app != nil {
                catalogs.append(subject)
            }
        }
        return relay.beat(site, received, now: now) + relay.listed(catalogs, now: now)
    }
}
