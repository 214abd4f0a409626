import Logging
import SaybusBus
import SaybusMessages
import SaybusSupport
import SaybusZeroMQ

/// The subscriptions of all connections, with and without keys.
extension Forwarder {
    /// The time for subscriptions, in microseconds, before messages and heartbeats are handled.
    private static let subscriptionTime: Int64 = 2000
    /// The number of refused subscriptions of a connection that are published one by one; of the others, the
    /// 128th, 256th, 512th and so on.
    private static let publishedRefusals = 100

    /// Accepts and rejects connecting peers, and reports the rejections.
    mutating func admitPeers() throws(ZeroMQError) {
        for sentence in try authenticator.admitPeers() {
            ownMessages.countRefused(sentence)
            statusIsDue = true
        }
    }

    /// Grants the allowed part of each requested subscription, and sends the retained messages that match it.
    /// Subscriptions that are left when the time is over wait for the next pass of the loop.
    ///
    /// A subscription takes effect only here, in order. So a barrier that confirms a later subscription also
    /// confirms that the retained messages for an earlier one have been sent, except to a connection that has made the
    /// broker send each of them several times within the second.
    ///
    /// libzmq records the connection of each subscription, but not that of a user message, and uses up one
    /// record for either. So after a user message, grants would go to another connection until the queue
    /// is empty. Connections that subscribe meanwhile are closed: their clients connect and subscribe
    /// again.
    mutating func takeSubscriptions() throws(ZeroMQError) {
        var parts = MessageParts()
        let end = SteadyClock.microseconds() + Self.subscriptionTime
        var reports: [String] = []
        try authenticator.removeEndedSubscribers(&reports)
        for sentence in reports { ownMessages.countRefused(sentence) }
        repeat {
            guard try subscribers.receive(&parts) else {
                hasShiftedOwners = false
                return
            }
            guard let frame = Self.subscription(parts) else {
                hasShiftedOwners = true
                refuseUserMessage(parts)
                continue
            }
            // A frame without an owner is libzmq's own report that a connection has ended.
            guard let peer = parts.property("User-Id").flatMap(PeerIdentity.init),
                authenticator.accessController.contains(peer.client),
                let descriptor = parts.descriptor
            else { continue }
            guard !hasShiftedOwners else {
                authenticator.close(descriptor)
                continue
            }
            guard let (isCurrent, markerTopic) = authenticator.connections.receive(descriptor, peer) else {
                closeConnection(descriptor, peer, "sends too many subscriptions")
                continue
            }
            guard isCurrent else { continue }
            if let markerTopic { try subscribers.set(.subscribe(markerTopic)) }
            let prefix = Array(frame.dropFirst())
            if frame.first == 0 {
                for prefix in authenticator.connections.unsubscribe(descriptor, prefix) {
                    try subscribers.set(.unsubscribe(prefix))
                }
            } else {
                try grant(prefix, to: peer, on: descriptor)
            }
        } while SteadyClock.microseconds() < end
    }

    /// Returns the frame of a subscription (1 and the prefix) or of its end (0 and the prefix); nil for a user
    /// message.
    private static func subscription(_ parts: borrowing MessageParts) -> [UInt8]? {
        guard parts.count == 1, parts.discarded == 0 else { return nil }
        let frame = parts.withFrame(0) { Array($0) }
        guard let flag = frame.first, flag <= 1 else { return nil }
        return frame
    }

    /// Closes the connection on which a message came. Messages that libzmq makes itself have none.
    static func disconnect(_ parts: borrowing MessageParts) {
        if let descriptor = parts.descriptor { Authenticator.disconnect(descriptor) }
    }

    /// Counts a user message on the socket that expects only subscriptions, and closes its connection.
    private mutating func refuseUserMessage(_ parts: borrowing MessageParts) {
        Self.disconnect(parts)
        let what = "a message where only subscriptions are expected"
        guard let count = ownMessages.countMalformed("refused \(what)") else { return }
        logger.warning("refused a message", metadata: ["what": "\(what)", "count": "\(count)"])
    }

    private mutating func closeConnection(_ descriptor: Int32, _ peer: PeerIdentity, _ what: String) {
        authenticator.close(descriptor)
        let name = authenticator.accessController.name(peer.client)
        let sentence = "closed a connection\(name.isEmpty ? "" : " of \"\(name)\"") that \(what)"
        if let count = ownMessages.countRefusedToLog(sentence) {
            logger.warning("closed a connection", metadata: ["what": "\(sentence)", "count": "\(count)"])
        }
        statusIsDue = true
    }

    private mutating func grant(_ prefix: [UInt8], to peer: PeerIdentity, on descriptor: Int32) throws(ZeroMQError) {
        guard let user = authenticator.accessController.user(peer.client),
            let grant = authenticator.accessController.grant(prefix, to: peer.client)
        else {
            authenticator.close(descriptor)
            return
        }
        switch authenticator.connections.subscribe(descriptor, prefix, grant) {
        case .tooMany:
            let limit = ConnectionTable.maximumSubscriptions
            if !user.isUnrestricted {
                try refuseSubscription(
                    prefix, isPartial: false, of: user, peer, on: descriptor,
                    because: "takes at most \(limit) subscriptions of one connection")
            }
            // A refused subscription stays in libzmq's own tables until the connection ends.
            closeConnection(descriptor, peer, "has more than \(limit) subscriptions")
            return
        case .granted(let prefixes): for prefix in prefixes { try subscribers.set(.subscribe(prefix)) }
        }
        // Also when the connection has the subscription already: it is that of another part of the program.
        if !grant.prefixes.isEmpty { try sendRetained(prefix, to: user, on: descriptor) }
        if !grant.isComplete {
            try refuseSubscription(prefix, of: user, peer, on: descriptor, with: grant)
        }
        guard let own = user.credential?.refusalSession, prefix == Topic(Refusal.kind, own).bytes
        else { return }
        // After a reconnection the subscriptions come in another order, so earlier refusals are reported again
        // now that the client receives them.
        for (prefix, grant) in authenticator.connections.incomplete(descriptor, limit: Self.publishedRefusals) {
            try refuseSubscription(prefix, of: user, peer, on: descriptor, with: grant)
        }
    }

    /// Sends the retained messages that match a subscription, unless the connection has had too many sent within this
    /// second: see ``sendOwed()``.
    private mutating func sendRetained(
        _ prefix: [UInt8], to user: Policy.User, on descriptor: Int32
    ) throws(ZeroMQError) {
        guard authenticator.connections.mayCopy(prefix, to: descriptor, of: retained.count) else { return }
        var copies = 0
        for frames in retained.matching(prefix[...]) where user.isUnrestricted || Self.mayReceive(frames, to: user) {
            try send(frames)
            copies += 1
        }
        authenticator.connections.countCopies(copies, to: descriptor)
    }

    /// Sends the retained messages that subscriptions of earlier seconds are still to get.
    mutating func sendOwed() throws(ZeroMQError) {
        for (descriptor, peer, prefixes) in authenticator.connections.takeOwed() {
            guard let user = authenticator.accessController.user(peer.client) else { continue }
            for prefix in prefixes { try sendRetained(prefix, to: user, on: descriptor) }
        }
    }

    /// Refuses the part of a subscription that is not granted.
    private mutating func refuseSubscription(
        _ prefix: [UInt8], of user: Policy.User, _ peer: PeerIdentity, on descriptor: Int32,
        with grant: SubscriptionGrant
    ) throws(ZeroMQError) {
        try refuseSubscription(
            prefix, isPartial: !grant.prefixes.isEmpty, of: user, peer, on: descriptor,
            because: Self.refusalReason(prefix, grant, user))
    }

    /// Reports a subscription that is refused, as a whole or in part.
    /// - Parameter words: What the broker's policy does, as the rest of a sentence.
    private mutating func refuseSubscription(
        _ prefix: [UInt8], isPartial: Bool, of user: Policy.User, _ peer: PeerIdentity, on descriptor: Int32,
        because words: String
    ) throws(ZeroMQError) {
        let subject = String(decoding: prefix.prefix(200), as: UTF8.self)
        let reason = "the broker's policy " + words
        let count = authenticator.accessController.countRefusal(.subscribe, subject, of: peer.client)
        if !isPartial { ownMessages.countRefused(reason) }
        let refused = authenticator.connections.countRefusal(descriptor)
        guard refused <= Self.publishedRefusals || refused.isLoggedCount else {
            if refused > ConnectionTable.maximumRefusals {
                closeConnection(descriptor, peer, "goes on with subscriptions that are refused")
            }
            return
        }
        if count.isLoggedCount {
            logger.log(
                level: isPartial ? .notice : .warning,
                isPartial ? "granted a subscription in part" : "refused a subscription",
                metadata: ["user": "\(user.name)", "reason": "\(reason)", "count": "\(count)"])
        }
        try publish(
            Refusal(
                user: user.name, direction: .subscribe, subject: subject, isPartial: isPartial, count: count,
                reason: reason), to: user.credential?.refusalSession)
        if !isPartial { statusIsDue = true }
    }

    /// Returns why a subscription is not granted as a whole, as the rest of a sentence about the broker's policy.
    private static func refusalReason(
        _ prefix: [UInt8], _ grant: SubscriptionGrant, _ user: Policy.User
    ) -> String {
        let text = String(decoding: prefix.prefix(200), as: UTF8.self)
        if grant.prefixes.isEmpty {
            let session = Topic(text).map { " in the session \($0.session)" } ?? ""
            return "does not let \"\(user.name)\" subscribe to \(kind(text))\(session)"
        }
        if prefix.starts(with: Topic.prefix(Refusal.kind)) {
            return "lets \"\(user.name)\" hear only the refusals that concern it"
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
        let words = [kinds, sessions ?? ""].filter { !$0.isEmpty }.joined(separator: " and ")
        return words.isEmpty ? "lets \"\(user.name)\" hear only the kinds that it names" : words
    }

    private static func mayReceive(_ frames: [[UInt8]], to user: Policy.User) -> Bool {
        frames.first.flatMap { Topic(String(decoding: $0, as: UTF8.self)) }
            .map { user.mayReceive($0.kind, in: $0.session) } ?? false
    }
}
