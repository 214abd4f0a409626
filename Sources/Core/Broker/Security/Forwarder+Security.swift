import Logging
import SaybusMessages
import SaybusSupport
import SaybusZeroMQ

/// The checks of publications against the policy, on a bus with one.
extension Forwarder {
    /// Finds the publisher of a message, and checks that the policy allows the publication.
    /// - Returns: The number of the key and the user's name; nil when the message is refused, which this
    ///   function has then reported.
    mutating func verifiedPublisher(
        _ parts: inout MessageParts
    ) throws(ZeroMQError) -> (client: Int, name: String)? {
        // Every connection has passed the handshake, which gave it a number.
        guard let peer = parts.property("User-Id").flatMap(PeerIdentity.init),
            authenticator.accessController.contains(peer.client)
        else {
            ownMessages.countRefused("refused a message of nobody")
            return nil
        }
        let client = peer.client
        if !authenticator.publishers.contains(peer), let descriptor = parts.descriptor {
            authenticator.publishers.add(peer, on: descriptor)
        }
        let verdict = parts.withFrame(0) { authenticator.accessController.judge($0, of: client) }
        switch verdict {
        case .allowed(let extent):
            if extent == .none { return (client, authenticator.accessController.name(client)) }
            if heartbeats.ownerChanges != knownOwnerChanges {
                knownOwnerChanges = heartbeats.ownerChanges
                authenticator.accessController.forgetClaims()
            }
            if extent == .header, parts.withFrame(1, { authenticator.accessController.hasKnownClaims($0, of: client) })
            {
                return (client, authenticator.accessController.name(client))
            }
            guard let user = authenticator.accessController.user(client) else { return nil }
            let frames = parts.frames
            do throws(PublisherClaims.Fault) {
                try PublisherClaims.check(frames, of: user) { heartbeats.owner(of: $0) }
                if extent == .header { authenticator.accessController.allowClaims(frames[1], of: client) }
                return (client, user.name)
            } catch {
                switch error {
                case .malformed(let what): try refuseMalformed(what, parts, of: client)
                case .forbidden(let words): try refusePublication(parts, of: client) { _, _ in words }
                }
                return nil
            }
        case .forbidden:
            let topic = parts.withFrame(0) { String(decoding: $0.prefix(200), as: UTF8.self) }
            guard Topic(topic) != nil else {
                let what = "the topic \"\(topic.safeForTerminal)\" is not <kind>/<bucket>/<session>/"
                try refuseMalformed(what, parts, of: client)
                return nil
            }
            try refusePublication(parts, of: client) { name, topic in
                let session = Topic(topic).map { " in the session \($0.session)" } ?? ""
                return "does not let \"\(name)\" publish \(Self.kind(topic))\(session)"
            }
        case .revoked:
            try refusePublication(parts, of: client) { name, _ in "no longer has the key of \"\(name)\"" }
            Self.disconnect(parts)
        }
        return nil
    }

    /// Refuses a message that contradicts itself or cannot be read, and tells its publisher if the header can be read.
    private mutating func refuseMalformed(
        _ what: String, _ parts: borrowing MessageParts, of client: Int
    ) throws(ZeroMQError) {
        let name = authenticator.accessController.name(client)
        refuse("a message of \"\(name)\": \(what)", parts)
        guard let header = try? Header(parsing: parts.withFrame(1) { Array($0) }) else { return }
        let about = "malformed \(header.kind) of \(header.source), run \(header.run)"
        let count = authenticator.accessController.countRefusal(.publish, about, of: client)
        guard count.isLoggedCount else { return }
        try publish(
            Refusal(
                user: name, direction: .publish, subject: header.kind.rawValue, source: header.source, count: count,
                reason: "the broker does not forward \(header.kind) of \(header.source): \(what)"),
            to: authenticator.accessController.refusalSession(client), causes: [header.id])
    }

    private mutating func refusePublication(
        _ parts: borrowing MessageParts, of client: Int, _ words: (_ name: String, _ topic: String) -> String
    ) throws(ZeroMQError) {
        let name = authenticator.accessController.name(client)
        let session = authenticator.accessController.refusalSession(client)
        let topic = parts.withFrame(0) { String(decoding: $0.prefix(200), as: UTF8.self) }
        let header = try? Header(parsing: parts.withFrame(1) { Array($0) })
        let reason = "the broker's policy " + words(name, topic)
        ownMessages.countRefused(reason)
        // A refusal is reported to each run of a program, and for each topic on which the run has a tracked
        // message.
        let who = header.map { " of \($0.source), run \($0.run)" } ?? ""
        let about = Self.kind(topic) + who
        let count = authenticator.accessController.countRefusal(.publish, about, of: client)
        let isTracked = header.flatMap { MessageCatalog.type(of: $0.kind)?.delivery } != nil
        let isFirst = isTracked && authenticator.accessController.countRefusal(.publish, topic + who, of: client) == 1
        guard count.isLoggedCount || isFirst else { return }
        logger.warning(
            "refused a message",
            metadata: ["user": "\(name)", "what": "\(about)", "reason": "\(reason)", "count": "\(count)"])
        try publish(
            Refusal(
                user: name, direction: .publish, subject: Self.kind(topic), source: header?.source, count: count,
                reason: reason), to: session, causes: header.map { [$0.id] } ?? [])
        statusIsDue = true
    }

    /// Publishes a refusal in the session of the client that it concerns.
    mutating func publish(_ refusal: Refusal, to session: Session?, causes: [MessageID] = []) throws(ZeroMQError) {
        guard let session else { return }
        try publish(refusal, session: session, causes: causes)
    }

    /// Returns the part of a topic or prefix that names the kind.
    static func kind(_ topic: String) -> String {
        let kind = topic.prefix { $0 != "/" }
        return kind.isEmpty ? "everything" : printable(String(kind.prefix(80)))
    }

    private static func printable(_ text: String) -> String {
        text.safeForTerminal
    }
}
