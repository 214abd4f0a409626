import Logging
import SaybusBus
import SaybusMessages
import SaybusZeroMQ

/// What the broker does on a bus with keys: both directions are held against the policy.
extension Forwarder {
    /// Lets in and turns away.
    mutating func watch() throws(ZeroMQError) {
        guard let told = try sentry?.work(), !told.isEmpty else { return }
        for sentence in told { voice.forbade(sentence) }
        try publishStatus()
    }

    /// Whose message it is.
    /// - Returns: The number of the key and the user's name; nil when the message is refused, which has been told then.
    mutating func verifiedPublisher(
        _ parts: inout MessageParts
    ) throws(ZeroMQError) -> (client: Int, name: String)? {
        // Every frame that libzmq hands over here has passed the handshake, which gave it a number.
        guard let client = parts.property("User-Id").flatMap(PeerIdentity.init)?.client,
            sentry?.gatekeeper.contains(client) == true
        else {
            voice.forbade("refused a message of nobody")
            return nil
        }
        let verdict = parts.withFrame(0) { sentry?.gatekeeper.judge($0, of: client) }
        switch verdict {
        case .allowed:
            guard let user = sentry?.gatekeeper.user(client) else { return nil }
            if let roles = user.roles, let foreign = Self.foreignRole(parts, roles) {
                try refusePublication(parts, of: client) { name, _ in "does not let \"\(name)\" speak as \(foreign)" }
                return nil
            }
            return (client, user.name)
        case .forbidden:
            try refusePublication(parts, of: client) { name, topic in
                let session = Topic(topic).map { " in the session \($0.session)" } ?? ""
                return "does not let \"\(name)\" publish \(Self.kind(topic))\(session)"
            }
        case .revoked:
            try refusePublication(parts, of: client) { name, _ in "no longer has the key of \"\(name)\"" }
            Self.cut(parts)
        case nil: break
        }
        return nil
    }

    /// The role that a message claims without leave; nil when it has leave. What cannot be read claims none: receivers refuse it.
    private static func foreignRole(_ parts: borrowing MessageParts, _ roles: Set<String>) -> String? {
        guard let header = try? Header(parsing: parts.withFrame(1) { Array($0) }) else { return nil }
        if !roles.contains(header.source.role) { return Self.printable(header.source.role) }
        // Stages are known by the status's body.
        guard header.kind == StageStatus.kind, let message = try? RawMessage(frames: parts.frames),
            let status = try? message.decode(StageStatus.self).body, !roles.contains(status.role)
        else { return nil }
        return Self.printable(status.role)
    }

    private mutating func refusePublication(
        _ parts: borrowing MessageParts, of client: Int, _ words: (_ name: String, _ topic: String) -> String
    ) throws(ZeroMQError) {
        guard let name = sentry?.gatekeeper.name(client), let key = sentry?.gatekeeper.publicKey(client) else { return }
        let topic = parts.withFrame(0) { String(decoding: $0.prefix(200), as: UTF8.self) }
        let header = try? Header(parsing: parts.withFrame(1) { Array($0) })
        let reason = "the broker's policy " + words(name, topic)
        voice.forbade(reason)
        // Each start of a program is told for itself, and of each topic on which it keeps a message until it is answered.
        let who = header.map { " of \($0.source), run \($0.run)" } ?? ""
        let about = Self.kind(topic) + who
        guard let count = sentry?.gatekeeper.countRefusal(.publish, about, of: client) else { return }
        let isTracked = header.flatMap { MessageCatalog.type(of: $0.kind)?.delivery } != nil
        let isFirst = isTracked && sentry?.gatekeeper.countRefusal(.publish, topic + who, of: client) == 1
        guard count & (count - 1) == 0 || isFirst else { return }
        logger.warning(
            "refused a message",
            metadata: ["user": "\(name)", "what": "\(about)", "reason": "\(reason)", "count": "\(count)"])
        try tell(
            Refusal(
                user: name, direction: .publish, subject: Self.kind(topic), source: header?.source, count: count,
                reason: reason), key, causes: header.map { [$0.id] } ?? [])
        try publishStatus()
    }

    private mutating func tell(_ refusal: Refusal, _ key: String, causes: [MessageID] = []) throws(ZeroMQError) {
        guard let session = Credentials.refusalSession(publicKey: key) else { return }
        try publish(refusal, session: session, causes: causes)
    }

    /// Grants what of each subscription is allowed, and hands over what is retained of that.
    mutating func takeGuardedSubscriptions() throws(ZeroMQError) {
        var parts = MessageParts()
        // See takeSubscriptions(): whether libzmq may take what comes for that of another connection.
        var isShifted = false
        while try subscribers.receive(&parts) {
            // First, who has gone: the descriptor may be that of another connection now.
            var told: [String] = []
            try sentry?.watchSubscribers(&told)
            for sentence in told { voice.forbade(sentence) }
            guard let frame = Self.subscription(parts) else {
                isShifted = true
                refuseUserMessage(parts)
                continue
            }
            guard !isShifted else {
                Self.cut(parts)
                continue
            }
            // Without an owner it is libzmq's own note that a connection has ended.
            guard let entrant = parts.property("User-Id").flatMap(PeerIdentity.init),
                sentry?.gatekeeper.contains(entrant.client) == true,
                let descriptor = parts.property("__fd").flatMap({ Int32($0) })
            else { continue }
            let prefix = Array(frame.dropFirst())
            if frame.first == 0 {
                let left = sentry?.connections.unsubscribe(descriptor, entrant, prefix) ?? []
                for prefix in left { try subscribers.set(.unsubscribe(prefix)) }
            } else {
                try grant(prefix, to: entrant, on: descriptor)
            }
        }
    }

    private mutating func grant(_ prefix: [UInt8], to entrant: PeerIdentity, on descriptor: Int32) throws(ZeroMQError) {
        let client = entrant.client
        guard let user = sentry?.gatekeeper.user(client), let grant = sentry?.gatekeeper.grant(prefix, to: client)
        else {
            Authenticator.cut(descriptor)
            return
        }
        guard
            let granted = sentry?.connections.subscribe(descriptor, entrant, prefix, grant)
        else {
            let limit = ConnectionTable.maximumSubscriptions
            try refuse(prefix, false, user, client, "takes at most \(limit) subscriptions of one connection")
            // What is refused stays in libzmq's own tables as long as the connection lives.
            Authenticator.cut(descriptor)
            return
        }
        for prefix in granted { try subscribers.set(.subscribe(prefix)) }
        if !grant.prefixes.isEmpty {
            for frames in retained.matching(prefix[...]) where Self.isAudible(frames, to: user) {
                try subscribers.send(frames)
            }
        }
        if !grant.isWhole {
            try refuse(prefix, !grant.prefixes.isEmpty, user, client, Self.words(prefix, grant, user))
        }
        guard let own = Credentials.refusalSession(publicKey: user.publicKey), prefix == Topic(Refusal.kind, own).bytes
        else { return }
        // After a reconnection the subscriptions come in another order than at first.
        for (prefix, grant) in sentry?.connections.incomplete(descriptor) ?? [] {
            try refuse(prefix, !grant.prefixes.isEmpty, user, client, Self.words(prefix, grant, user))
        }
    }

    private mutating func refuse(
        _ prefix: [UInt8], _ isPartial: Bool, _ user: Policy.User, _ client: Int, _ words: String
    ) throws(ZeroMQError) {
        let subject = String(decoding: prefix.prefix(200), as: UTF8.self)
        let reason = "the broker's policy " + words
        guard let count = sentry?.gatekeeper.countRefusal(.subscribe, subject, of: client) else { return }
        if !isPartial { voice.forbade(reason) }
        if count & (count - 1) == 0 {
            logger.log(
                level: isPartial ? .notice : .warning,
                isPartial ? "granted a subscription in part" : "refused a subscription",
                metadata: ["user": "\(user.name)", "reason": "\(reason)", "count": "\(count)"])
        }
        try tell(
            Refusal(
                user: user.name, direction: .subscribe, subject: subject, isPartial: isPartial, count: count,
                reason: reason), user.publicKey)
        if !isPartial { try publishStatus() }
    }

    private static func words(_ prefix: [UInt8], _ grant: SubscriptionGrant, _ user: Policy.User) -> String {
        let text = String(decoding: prefix.prefix(200), as: UTF8.self)
        if grant.prefixes.isEmpty {
            let session = Topic(text).map { " in the session \($0.session)" } ?? ""
            return "does not let \"\(user.name)\" subscribe to \(kind(text))\(session)"
        }
        var withheld: [String] = []
        for type in MessageCatalog.all where Topic.prefix(type.kind).starts(with: prefix) {
            if !user.subscribe.contains(where: { $0.covers(type.kind) }),
                ![Barrier.kind, Refusal.kind].contains(type.kind)
            {
                withheld.append(type.kind.rawValue)
            }
        }
        let kinds = withheld.isEmpty ? "" : "withholds \(withheld.joined(separator: ", ")) from \"\(user.name)\""
        let sessions = user.sessions.map { sessions in
            "lets \"\(user.name)\" hear only the sessions \(sessions.map(\.rawValue).sorted().joined(separator: ", "))"
        }
        return [kinds, sessions ?? ""].filter { !$0.isEmpty }.joined(separator: " and ")
    }

    private static func isAudible(_ frames: [[UInt8]], to user: Policy.User) -> Bool {
        frames.first.flatMap { Topic(String(decoding: $0, as: UTF8.self)) }
            .map { user.mayHear($0.kind, in: $0.session) } ?? false
    }

    /// The part of a topic or prefix that names the kind.
    private static func kind(_ topic: String) -> String {
        let kind = topic.prefix { $0 != "/" }
        return kind.isEmpty ? "everything" : printable(String(kind.prefix(80)))
    }

    private static func printable(_ text: String) -> String {
        text.safeForTerminal
    }
}
