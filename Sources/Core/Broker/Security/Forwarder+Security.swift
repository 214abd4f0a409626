import Logging
import SaybusBus
import SaybusMessages
import SaybusZeroMQ

/// The checks of publications and subscriptions against the policy, on a bus with keys.
extension Forwarder {
    /// Accepts and rejects connecting peers, and reports the rejections.
    mutating func handlePeers() throws(ZeroMQError) {
        guard let reports = try authenticator?.handleEvents(), !reports.isEmpty else { return }
        for sentence in reports { statusPublisher.countRefused(sentence) }
        try publishStatus()
    }

    /// Finds the publisher of a message, and checks that the policy allows the publication.
    /// - Returns: The number of the key and the user's name; nil when the message is refused, which this
    ///   function has then reported.
    mutating func verifiedPublisher(
        _ parts: inout MessageParts
    ) throws(ZeroMQError) -> (client: Int, name: String)? {
        // Every connection has passed the handshake, which gave it a number.
        guard let client = parts.property("User-Id").flatMap(PeerIdentity.init)?.client,
            authenticator?.accessController.contains(client) == true
        else {
            statusPublisher.countRefused("refused a message of nobody")
            return nil
        }
        let verdict = parts.withFrame(0) { authenticator?.accessController.judge($0, of: client) }
        switch verdict {
        case .allowed:
            guard let user = authenticator?.accessController.user(client) else { return nil }
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
            Self.disconnect(parts)
        case nil: break
        }
        return nil
    }

    /// Returns the role that a message claims without permission; nil when it has permission. A message that
    /// cannot be parsed claims no role, because receivers refuse it.
    private static func foreignRole(_ parts: borrowing MessageParts, _ roles: Set<String>) -> String? {
        guard let header = try? Header(parsing: parts.withFrame(1) { Array($0) }) else { return nil }
        if !roles.contains(header.source.role) { return Self.printable(header.source.role) }
        // A status names its stage in the body, too.
        guard header.kind == StageStatus.kind, let message = try? RawMessage(frames: parts.frames),
            let status = try? message.decode(StageStatus.self).body, !roles.contains(status.role)
        else { return nil }
        return Self.printable(status.role)
    }

    private mutating func refusePublication(
        _ parts: borrowing MessageParts, of client: Int, _ words: (_ name: String, _ topic: String) -> String
    ) throws(ZeroMQError) {
        guard let name = authenticator?.accessController.name(client),
            let key = authenticator?.accessController.publicKey(client)
        else { return }
        let topic = parts.withFrame(0) { String(decoding: $0.prefix(200), as: UTF8.self) }
        let header = try? Header(parsing: parts.withFrame(1) { Array($0) })
        let reason = "the broker's policy " + words(name, topic)
        statusPublisher.countRefused(reason)
        // A refusal is reported to each run of a program, and for each topic on which the run has a tracked
        // message.
        let who = header.map { " of \($0.source), run \($0.run)" } ?? ""
        let about = Self.kind(topic) + who
        guard let count = authenticator?.accessController.countRefusal(.publish, about, of: client) else { return }
        let isTracked = header.flatMap { MessageCatalog.type(of: $0.kind)?.delivery } != nil
        let isFirst = isTracked && authenticator?.accessController.countRefusal(.publish, topic + who, of: client) == 1
        guard count & (count - 1) == 0 || isFirst else { return }
        logger.warning(
            "refused a message",
            metadata: ["user": "\(name)", "what": "\(about)", "reason": "\(reason)", "count": "\(count)"])
        try publish(
            Refusal(
                user: name, direction: .publish, subject: Self.kind(topic), source: header?.source, count: count,
                reason: reason), to: key, causes: header.map { [$0.id] } ?? [])
        try publishStatus()
    }

    /// Publishes a refusal to the owner of a key.
    private mutating func publish(_ refusal: Refusal, to key: String, causes: [MessageID] = []) throws(ZeroMQError) {
        guard let session = Credentials.refusalSession(publicKey: key) else { return }
        try publish(refusal, session: session, causes: causes)
    }

    /// Grants the allowed part of each subscription, and sends the retained messages that match it.
    mutating func takeGuardedSubscriptions() throws(ZeroMQError) {
        var parts = MessageParts()
        // Whether libzmq may attribute further subscriptions to another connection: see takeSubscriptions().
        var isShifted = false
        while try subscribers.receive(&parts) {
            // Ended connections are removed first, because their descriptors may be reused by now.
            var reports: [String] = []
            try authenticator?.handleSubscriberEvents(&reports)
            for sentence in reports { statusPublisher.countRefused(sentence) }
            guard let frame = Self.subscription(parts) else {
                isShifted = true
                refuseUserMessage(parts)
                continue
            }
            guard !isShifted else {
                Self.disconnect(parts)
                continue
            }
            // A frame without an owner is libzmq's own report that a connection has ended.
            guard let peer = parts.property("User-Id").flatMap(PeerIdentity.init),
                authenticator?.accessController.contains(peer.client) == true,
                let descriptor = parts.property("__fd").flatMap({ Int32($0) })
            else { continue }
            let prefix = Array(frame.dropFirst())
            if frame.first == 0 {
                let left = authenticator?.connections.unsubscribe(descriptor, peer, prefix) ?? []
                for prefix in left { try subscribers.set(.unsubscribe(prefix)) }
            } else {
                try grant(prefix, to: peer, on: descriptor)
            }
        }
    }

    private mutating func grant(_ prefix: [UInt8], to peer: PeerIdentity, on descriptor: Int32) throws(ZeroMQError) {
        let client = peer.client
        guard let user = authenticator?.accessController.user(client),
            let grant = authenticator?.accessController.grant(prefix, to: client)
        else {
            Authenticator.disconnect(descriptor)
            return
        }
        guard
            let granted = authenticator?.connections.subscribe(descriptor, peer, prefix, grant)
        else {
            let limit = ConnectionTable.maximumSubscriptions
            try refuse(prefix, false, user, client, "takes at most \(limit) subscriptions of one connection")
            // A refused subscription stays in libzmq's own tables until the connection ends.
            Authenticator.disconnect(descriptor)
            return
        }
        for prefix in granted { try subscribers.set(.subscribe(prefix)) }
        if !grant.prefixes.isEmpty {
            for frames in retained.matching(prefix[...]) where Self.mayReceive(frames, to: user) {
                try subscribers.send(frames)
            }
        }
        if !grant.isComplete {
            try refuse(prefix, !grant.prefixes.isEmpty, user, client, Self.words(prefix, grant, user))
        }
        guard let own = Credentials.refusalSession(publicKey: user.publicKey), prefix == Topic(Refusal.kind, own).bytes
        else { return }
        // After a reconnection the subscriptions come in another order, so earlier refusals are reported again
        // now that the client receives them.
        for (prefix, grant) in authenticator?.connections.incomplete(descriptor) ?? [] {
            try refuse(prefix, !grant.prefixes.isEmpty, user, client, Self.words(prefix, grant, user))
        }
    }

    private mutating func refuse(
        _ prefix: [UInt8], _ isPartial: Bool, _ user: Policy.User, _ client: Int, _ words: String
    ) throws(ZeroMQError) {
        let subject = String(decoding: prefix.prefix(200), as: UTF8.self)
        let reason = "the broker's policy " + words
        guard let count = authenticator?.accessController.countRefusal(.subscribe, subject, of: client) else { return }
        if !isPartial { statusPublisher.countRefused(reason) }
        if count & (count - 1) == 0 {
            logger.log(
                level: isPartial ? .notice : .warning,
                isPartial ? "granted a subscription in part" : "refused a subscription",
                metadata: ["user": "\(user.name)", "reason": "\(reason)", "count": "\(count)"])
        }
        try publish(
            Refusal(
                user: user.name, direction: .subscribe, subject: subject, isPartial: isPartial, count: count,
                reason: reason), to: user.publicKey)
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

    private static func mayReceive(_ frames: [[UInt8]], to user: Policy.User) -> Bool {
        frames.first.flatMap { Topic(String(decoding: $0, as: UTF8.self)) }
            .map { user.mayReceive($0.kind, in: $0.session) } ?? false
    }

    /// Returns the part of a topic or prefix that names the kind.
    private static func kind(_ topic: String) -> String {
        let kind = topic.prefix { $0 != "/" }
        return kind.isEmpty ? "everything" : printable(String(kind.prefix(80)))
    }

    private static func printable(_ text: String) -> String {
        text.safeForTerminal
    }
}
