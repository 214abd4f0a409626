import SaybusSupport

/// The thread of an ``MQTTConnection``: connects, hands messages over and takes them, and begins again when the
/// connection is lost.
struct ConnectionThread {
    /// The longest wait, after which libmosquitto checks whether a keep-alive is due.
    private static let pulse = Duration.seconds(1)

    let settings: MQTTSettings
    let connection: MQTTConnection

    /// Works until the connection is closed.
    func run() {
        var delay = ReconnectDelay()
        while !connection.isClosing {
            var start: ContinuousClock.Instant?
            do throws(MQTTError) {
                try serve { start = .now }
                return
            } catch {
                if let start { delay.ended(after: .now - start) }
                connection.disconnected(delay.isFlapping && start != nil ? flapping(error) : error)
                pause(delay.take())
            }
        }
    }

    private func flapping(_ error: MQTTError) -> MQTTError {
        MQTTError(
            error.code,
            "\(error.reason), again and again soon after it was made: does another program have the --client-id \(settings.clientID), or may this one not publish?"
        )
    }

    /// Waits before the next attempt; messages without a connection expire meanwhile.
    private func pause(_ time: Duration) {
        let end = ContinuousClock.now + time
        while !connection.isClosing, ContinuousClock.now < end {
            let rest = min(Self.pulse, end - .now)
            _ = try? connection.wait(for: -1, toWrite: false, within: max(rest, .milliseconds(1)))
            connection.expire()
        }
    }

    /// Serves one connection; returns when it was closed on purpose.
    private func serve(accepted: () -> Void) throws(MQTTError) {
        let client = try MosquittoClient(settings)
        connection.attempts()
        try client.connect()
        connection.hasAttempted()
        let start = ContinuousClock.now
        var isAccepted = false
        while true {
            connection.expire()
            if connection.isStuck {
                throw MQTTError(
                    .unreachable, "the MQTT broker at \(settings.address) has acknowledged none of the last messages")
            }
            while isAccepted, let entry = connection.next() { hand(entry, to: client) }
            // Events that libmosquitto reports at once, such as a written message.
            try apply(client.inbox.take(), client, &isAccepted, accepted)
            if connection.isClosing, !isAccepted || connection.isIdle {
                client.disconnect()
                _ = try? client.work(canRead: false, canWrite: true)
                return
            }
            if !isAccepted, ContinuousClock.now - start > .milliseconds(MosquittoClient.answerTime) {
                throw MQTTError(
                    .unreachable,
                    "what listens at \(settings.address) has not answered within \(MosquittoClient.answerTime / 1000) s: is it an MQTT broker?"
                )
            }
            let ready = try connection.wait(for: client.descriptor, toWrite: client.wantsToWrite, within: Self.pulse)
            do throws(MQTTError) {
                try client.work(canRead: ready.canRead, canWrite: ready.canWrite)
            } catch {
                // A broker that refuses the client says why before it ends the connection.
                try apply(client.inbox.take(), client, &isAccepted, accepted)
                throw error
            }
        }
    }

    private func hand(_ entry: SendQueue.Entry, to client: borrowing MosquittoClient) {
        do throws(MQTTError) {
            connection.handedOver(entry, as: try client.publish(entry.message, now: .now))
        } catch {
            connection.report(
                .publicationRefused(entry.token, topic: entry.message.topic, reason: error.reason))
        }
    }

    private func apply(
        _ reports: [MosquittoInbox.Report], _ client: borrowing MosquittoClient, _ isAccepted: inout Bool,
        _ accepted: () -> Void
    ) throws(MQTTError) {
        for report in reports {
            switch report {
            case .connected(0):
                isAccepted = true
                accepted()
                try client.subscribe()
                connection.connected()
            case .connected(let code): throw client.refused(code)
            case .disconnected(let code) where code >= 0x80: throw client.refused(code)
            // The error of the read or write says it.
            case .disconnected: break
            case .message(let message): connection.report(.message(message))
            case .oversized(let topic, let bytes): connection.report(.oversized(topic: topic, bytes: bytes))
            case .published(let number, let reason):
                connection.acknowledged(number, problem: reason >= 0x80 ? client.refusal(ofMessage: reason) : nil)
            case .subscribed(let index, let answer) where answer >= 0x80:
                let filters = settings.filters.map(\.filter)
                connection.report(.subscriptionRefused(filter: filters.indices.contains(index) ? filters[index] : "?"))
            case .subscribed: break
            }
        }
    }
}
