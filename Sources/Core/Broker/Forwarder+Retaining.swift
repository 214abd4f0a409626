import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusSupport
import SaybusZeroMQ

/// Storing retained messages for late subscribers.
extension Forwarder {
    private static let statusPrefix = Topic.prefix(StageStatus.kind)

    /// Returns whether a message has the topic of a status: a fast check before the JSON is parsed.
    static func isStatus(_ parts: borrowing MessageParts) -> Bool {
        parts.withFrame(0) { $0.starts(with: statusPrefix) }
    }

    /// Returns whether a message says that a stage is lost, which only the broker may say.
    static func claimsLoss(_ frames: [[UInt8]]) -> Bool {
        guard let message = try? RawMessage(frames: frames), message.header.kind == StageStatus.kind else {
            return false
        }
        return (try? message.decode(StageStatus.self).body.state) == .lost
    }

    /// Stores a message if it is retained; a status also counts as a heartbeat.
    /// - Parameters:
    ///   - frames: The frames of the message.
    ///   - publisher: The owner of the key that it came with; nil on a bus without keys.
    ///   - isOwn: Whether the broker itself publishes it.
    mutating func retain(
        _ frames: [[UInt8]], _ publisher: (client: Int, name: String)?, isOwn: Bool = false
    ) throws(ZeroMQError) {
        // A message that cannot be parsed is forwarded, and counted by its receivers.
        guard let message = try? RawMessage(frames: frames), message.header.describesState else { return }
        let (header, now) = (message.header, SteadyClock.microseconds())
        let status = header.kind == StageStatus.kind ? readStatus(message) : nil
        let owner = status.flatMap { Source(role: $0.role, instance: $0.instance) } ?? header.source
        let key = RetainedStore.Key(topic: header.topic, owner: owner)
        // A status that the broker or another program has published is of no run of that stage.
        let run = isOwn || owner != header.source ? nil : header.run
        let isGone = status?.state.isGone ?? false
        if let status {
            let isMonitored = heartbeats.update(
                status, session: header.session, now: now, user: publisher?.name, run: header.run)
            if let source = heartbeats.takeNamesake() {
                ownMessages.report("two programs publish as \(source): start one of them with another --instance")
            }
            // The end of a former run says nothing of its successor.
            let isFormer = run.map { retained.hasSuccessor(of: $0, owner) } ?? false
            if status.state == .stopped || (isGone && isFormer) {
                // The messages of a stopped stage no longer apply. They must not accumulate, because
                // instances come with ever new names. Those of a successor with the same name do apply.
                if let run { retained.remove(owner: owner, run: run) } else { retained.remove(key) }
                return
            }
            // Nobody would notice the loss of the stage, and late subscribers would take it for present for ever.
            guard isMonitored else { return try refuseToKeep(header, publisher, "too many stages are on the bus") }
        }
        let account = publisher?.name ?? header.source.description
        let outcome = retained.put(frames, for: key, by: isOwn ? nil : account, run: run)
        // Late subscribers must not take a stage that is gone for present.
        if isGone, outcome != .kept { retained.remove(key) }
        // A run that starts leaves the catalog of a crashed one until its own is there, so that commands are
        // recognized.
        if let status, status.state != .starting, let run, outcome == .kept {
            retained.removeOutdated(by: key, run: run)
        }
        retained.mark(owner, isGone: isGone, now: now)
        switch outcome {
        case .kept: break
        case .quotaReached: try refuseToKeep(header, publisher, "\(account) has used up its share of the store")
        case .full: try refuseToKeep(header, publisher, "there is no room for more")
        }
    }

    /// Returns the body of a status; nil when it cannot be read. No program shows the stage then, so the broker does.
    private mutating func readStatus(_ message: RawMessage) -> StageStatus? {
        do throws(MessageError) {
            return try message.decode(StageStatus.self).body
        } catch {
            ownMessages.report(unreadableStatus: "\(message.header.source): \(error.reason)")
            return nil
        }
    }

    /// Reports that a message was not stored. It was forwarded, so only late subscribers miss it.
    private mutating func refuseToKeep(
        _ header: Header, _ publisher: (client: Int, name: String)?, _ why: String
    ) throws(ZeroMQError) {
        let kind = header.kind.rawValue
        let reason = "the broker does not retain \(kind) of \(header.source) for late subscribers: \(why)"
        let total = ownMessages.countRefused(reason)
        let count =
            publisher.flatMap { authenticator.accessController.countRefusal(.retain, "", of: $0.client) } ?? total
        guard count.isLoggedCount else { return }
        logger.warning("no room to retain a message", metadata: ["reason": "\(reason)", "count": "\(count)"])
        // Without a policy no client subscribes to its own refusals, so the refusal is for tools that watch the bus.
        let session =
            publisher.flatMap { authenticator.accessController.refusalSession($0.client) } ?? header.session
        try publish(
            Refusal(
                user: publisher?.name ?? header.source.description, direction: .retain, subject: kind,
                source: header.source, count: count, reason: reason), session: session, causes: [header.id])
    }

    /// Returns whether a header may ask to be retained: a fast search for the field's name before the JSON is
    /// parsed.
    static func mentionsRetain(_ parts: borrowing MessageParts) -> Bool { parts.frame(1, contains: "\"retain\"") }
}
