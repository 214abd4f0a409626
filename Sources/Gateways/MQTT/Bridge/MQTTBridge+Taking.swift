import Logging
import SaybusBus
import SaybusMessages
import SaybusStage

/// Messages from MQTT on the bus.
extension MQTTBridge {
    /// Publishes a message of a command topic on the bus.
    func accept(_ message: MQTTMessage, _ kind: Kind, _ session: Session) {
        let topic = message.topic.shortened(to: 100)
        guard configuration.accepted.contains(kind) else {
            return refuse("\(topic): \(kind) is not taken; see --accept")
        }
        guard context.coverage.contains(session) else {
            return refuse("\(topic): this bridge does not serve the session \(session)")
        }
        guard message.payload.count <= MQTTConfiguration.maximumJSONBytes else {
            let (bytes, limit) = (message.payload.count, MQTTConfiguration.maximumJSONBytes)
            return refuse("\(topic): \(bytes) bytes are more than \(limit)")
        }
        do {
            let incoming = try MQTTEnvelope.read(message.payload, of: kind)
            if let deadline = incoming.deadline, deadline <= bus.now {
                return refuse("\(topic): it came after its deadline")
            }
            let id = incoming.id ?? MessageID()
            guard crossed.insert(id) else {
                counters.repeated += 1
                return
            }
            do {
                try publish(incoming, id, kind, session)
            } catch {
                // The sender may correct it, or try again.
                crossed.remove(id)
                throw error
            }
            counters.received += 1
        } catch let error as MessageError {
            refuse("\(topic): \(error.reason)")
        } catch {
            refuse("\(topic): \(error)")
        }
    }

    private func publish(
        _ incoming: MQTTEnvelope.Incoming, _ id: MessageID, _ kind: Kind, _ session: Session
    ) throws {
        if let type = MessageCatalog.type(of: kind) {
            try publish(incoming, id, as: type, session)
        } else {
            try bus.publish(incoming.body, of: kind, session: session, turn: incoming.turn)
        }
    }

    private func publish<Body: BusMessage>(
        _ incoming: MQTTEnvelope.Incoming, _ id: MessageID, as _: Body.Type, _ session: Session
    ) throws {
        if let problem = Body.schema.validate(incoming.body).first {
            throw MessageError(.body, "\(Body.kind): \(problem)")
        }
        let header = Header(kind: Body.kind, session: session, source: bus.source, run: bus.run, sequence: 0)
        let body = try RawMessage(header: header, body: Array(incoming.body.text().utf8)).decode(Body.self).body
        // A transcript is a turn; the same message leads to the same turn.
        let turn = incoming.turn ?? (Body.kind == SpeechTranscript.kind ? TurnID(besides: id) : nil)
        try bus.publish(
            body, id: id, session: session, turn: turn, causes: incoming.causes, deadline: incoming.deadline)
    }

    // MARK: Hermes

    /// Performs actions of the Hermes protocol.
    func perform(_ actions: [HermesAction]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: HermesAction) {
        switch action {
        case .hermes(let topic, let body): send(MQTTMessage(topic: topic, text: body.text()))
        case .play(let sequence, let id, let session):
            tryPublishing {
                try bus.publish(sequence, id: id, session: session)
            } orElse: { reason in
                perform(hermes?.unplayed(id, reason, now: .now) ?? [])
            }
        case .listen(let request, let id, let session):
            tryPublishing { try bus.publish(request, id: id, session: session) }
        case .transcript(let transcript, let turn, let session):
            tryPublishing { try bus.publish(transcript, session: session, turn: turn) }
        case .take(let header): tryPublishing { try bus.publish(Receipt(of: header.kind), answering: header) }
        case .respond(let response, let header): tryPublishing { try bus.publish(response, answering: header) }
        case .write(let path, let bytes):
            do throws(MQTTError) { try SoundFileStore.write(bytes, to: path) } catch { refuse(error.reason) }
        case .remove(let path): SoundFileStore.remove(path)
        case .refuse(let reason): refuse("Hermes: \(reason)")
        }
    }

    /// Publishes on the bus. An error is logged.
    /// - Parameters:
    ///   - body: Publishes.
    ///   - orElse: Gets the error.
    func tryPublishing(_ body: () throws -> Void, orElse: (String) -> Void = { _ in }) {
        do {
            try body()
        } catch {
            context.logger.error("cannot publish", metadata: ["error": "\(error)"])
            orElse("\(error)")
        }
    }
}
