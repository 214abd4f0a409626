import SaybusAudioOutput
import SaybusExternalEngines
import SaybusListening
import SaybusMessages
import SaybusTranscription

/// The conversation with one peer: reads its events one after the other, and answers them.
///
/// The next event is read when the last one has been processed, so a peer that floods waits in its own connection. Of
/// a satellite some more are read: see ``SatelliteEvents``.
struct PeerSession {
    /// A request whose sound is awaited or arrives.
    private enum Request {
        case transcribe(JSONValue?)
        case detect([String], JSONValue?)
    }

    let peer: WyomingPeer
    let gateway: Gateway
    let own: Session
    private let speaker: PeerSpeaker?
    private let silence: Duration
    /// The events of a satellite; nil for a peer whose next event is read when the last one has been processed.
    private let ahead: SatelliteEvents?

    private var request: Request?
    private var sound: IncomingSound?
    /// Whether the sound that arrives was refused, so that the rest of it is dropped.
    private var dropsSound = false
    /// Whether the dropped sound was to be transcribed. Its end is answered with an empty transcript, since peers such
    /// as Home Assistant ignore `error`, and wait.
    private var awaitsTranscript = false
    private var transcription: Transcription?
    private var detection: (stream: WakeWordStream, phrases: [String], found: Int)?
    var pipeline: PeerPipeline?
    /// The text that `synthesize-chunk` brings, and the voice that speaks it.
    var streamedText: (sentences: SentenceStream, voice: PeerVoice, name: String?)?
    /// Whether the peer has sent an event.
    private var hasSent = false
    /// Whether the peer knows events with which an answer is streamed.
    private(set) var knowsStreaming = false

    /// Creates a session.
    /// - Parameters:
    ///   - own: The conversation of requests that name none.
    ///   - speaker: The peer's loudspeaker; nil for a peer that asks for sound itself.
    ///   - silence: The time without an event after which the peer counts as gone.
    ///   - ahead: The events of a satellite; nil for another peer.
    init(
        _ peer: WyomingPeer, _ gateway: Gateway, own: Session, speaker: PeerSpeaker? = nil,
        silence: Duration = WyomingPeer.idleTime, ahead: SatelliteEvents? = nil
    ) {
        (self.peer, self.gateway, self.own, self.speaker) = (peer, gateway, own, speaker)
        (self.silence, self.ahead) = (silence, ahead)
    }

    /// Serves the peer until it goes, or does what no peer may do.
    /// - Returns: The reason why it was cut off; nil when it has closed its connection.
    mutating func run() async -> String? {
        var reason: String?
        do {
            // A peer may have sent many events before the gateway is stopped.
            serving: while !Task.isCancelled {
                peer.record { activity }
                let event = try await nextEvent()
                peer.record(.answering)
                do {
                    if let event { try await answer(event) } else { try await endLongUtterance() }
                } catch let error as EngineFailure {
                    throw error
                } catch {
                    guard try await fail(event, error) else { break serving }
                }
            }
        } catch let error as EngineFailure {
            // A peer that has closed its connection is the usual end.
            if error.code != .unreachable {
                reason = error.reason
                try? await peer.send(.error(error))
            }
        } catch {
            reason = "\(error)"
        }
        await dropRequest()
        peer.close()
        return reason
    }

    /// Drops the request, and tells the peer that it failed.
    /// - Parameter event: The event with which it failed; nil for the end of an utterance that has lasted too long.
    /// - Returns: False to close the connection, for a peer that would wait for speech.
    private mutating func fail(_ event: WyomingEvent?, _ error: any Error) async throws -> Bool {
        gateway.failed(peer, because: error)
        let isSound = event.map { ["audio-start", "audio-chunk", "audio-stop"].contains($0.type) } ?? true
        let isTranscribed = isSound && pipeline == nil && detectedNames == nil
        let failed = request
        await dropRequest()
        try await peer.send(.error(error))
        // Home Assistant ignores `error`, and waits for the end of the speech or of the connection.
        if event?.type.hasPrefix("synthesize") == true { return false }
        guard isSound else { return true }
        // The empty transcript has the context of the request.
        if isTranscribed { request = failed }
        if event?.type == "audio-stop" {
            if isTranscribed { try await send("", nil) }
        } else {
            (dropsSound, awaitsTranscript) = (true, isTranscribed)
        }
        return true
    }

    /// The wake words that are to be detected; nil when the request is another one.
    private var detectedNames: [String]? { if case .detect(let names, _) = request { names } else { nil } }

    /// Receives the next event.
    /// - Returns: Nil when the utterance has lasted too long instead.
    private mutating func nextEvent() async throws(EngineFailure) -> WyomingEvent? {
        let end = transcription?.end ?? pipeline?.utteranceEnd
        let wait = EventWait(
            silence: silence, hasSent: hasSent, isHeard: transcription != nil,
            left: end.map { $0 - ContinuousClock.now })
        if wait.endsUtterance {
            guard wait.time > .zero, await hasInput(within: wait.time) else { return nil }
        }
        let event = try await receive(within: wait.time)
        hasSent = true
        knowsStreaming = knowsStreaming || Self.knowsStreaming(event.version)
        return event
    }

    private func hasInput(within time: Duration) async -> Bool {
        guard let ahead else { return await peer.hasInput(within: time) }
        return await ahead.hasInput(within: time)
    }

    private func receive(within time: Duration) async throws(EngineFailure) -> WyomingEvent {
        guard let ahead else { return try await peer.receive(within: time) }
        return try await ahead.next()
    }

    /// The request that goes on while the next event is awaited.
    private var activity: PeerActivity.Request {
        if pipeline?.isAnswering == true { return .answering }
        let isReceiving =
            transcription != nil || detection != nil || streamedText != nil || pipeline?.isOver == false
        return isReceiving ? .receiving : .none
    }

    /// Whether a version of the protocol has streamed answers: 1.7 and later.
    private static func knowsStreaming(_ version: String?) -> Bool {
        let parts = (version ?? "").split(separator: ".").compactMap { Int($0) }
        guard let major = parts.first else { return false }
        return major > 1 || major == 1 && parts.dropFirst().first ?? 0 >= 7
    }

    private mutating func dropRequest() async {
        await transcription?.cancel()
        await pipeline?.cancel()
        (request, sound, transcription, detection, pipeline, streamedText) = (nil, nil, nil, nil, nil, nil)
        (dropsSound, awaitsTranscript) = (false, false)
    }

    // MARK: Events

    private mutating func answer(_ event: WyomingEvent) async throws {
        let context = event.data["context"]
        switch event.type {
        case "describe": try await peer.send(gateway.info)
        case "ping": if ahead == nil { try await peer.send(.pong(to: event)) }
        case "transcribe":
            await dropRequest()
            request = .transcribe(context)
        case "detect":
            await dropRequest()
            request = .detect(event.texts("names"), context)
        case "run-pipeline":
            await dropRequest()
            let plan = try PipelineRequest(event)
            // A satellite with its own wake word has heard it.
            if plan.start == .asr { speaker?.userSpeaks() }
            pipeline = PeerPipeline(plan, peer, gateway, own, speaker)
            try await pipeline?.start()
        case "audio-start": try await beginSound(event)
        case "audio-chunk":
            if sound == nil, !dropsSound { try await beginSound(event) }
            if let samples = sound?.samples(event.payload) { try await process(samples) }
        case "audio-stop": try await endSound(isWithdrawn: event.data["withdrawn"] == true)
        case "transcript": try await answerTranscript(event.text("text") ?? "", context)
        case "recognize":
            try await peer.send(.meaning(gateway.meanings(of: event.text("text") ?? ""), context: context))
        case "synthesize": if streamedText == nil { try await speak(event) }
        case "synthesize-start": try beginText(event)
        case "synthesize-chunk": try await speakMore(event.text("text") ?? "")
        case "synthesize-stop": try await endText()
        case "played": speaker?.played()
        case "info": speaker?.learn(event)
        // Newer versions have events that concern no server.
        default: break
        }
    }

    // MARK: Sound

    private mutating func beginSound(_ event: WyomingEvent) async throws {
        await transcription?.cancel()
        (transcription, detection, dropsSound, awaitsTranscript) = (nil, nil, false, false)
        sound = try IncomingSound(event)
        guard pipeline == nil else { return }
        switch request {
        case .transcribe, nil: transcription = try await gateway.transcription()
        case .detect(let names, _):
            let phrases = gateway.services.phrases(named: names)
            detection = (WakeWordStream(try await gateway.wakeWordDetectors(phrases)), phrases, 0)
        }
        if transcription != nil, knowsStreaming { try await peer.send(WyomingEvent(type: "transcript-start")) }
    }

    private mutating func process(_ samples: [Int16]) async throws {
        if pipeline != nil {
            try await pipeline?.process(samples)
        } else if transcription != nil {
            guard let words = try await transcription?.accept(samples).words, knowsStreaming else { return }
            try await peer.send(WyomingEvent(type: "transcript-chunk", data: ["text": .string(words)]))
        } else if let findings = try await detection?.stream.process(samples) {
            try await send(findings)
        }
    }

    /// - Parameter isWithdrawn: Whether the peer has given up what it was saying.
    private mutating func endSound(isWithdrawn: Bool) async throws {
        if dropsSound {
            let isAwaited = awaitsTranscript
            (dropsSound, awaitsTranscript) = (false, false)
            if isAwaited { try await send("", nil) }
            return
        }
        let rest = sound?.finish() ?? []
        if !rest.isEmpty { try await process(rest) }
        sound = nil
        if pipeline != nil {
            try await pipeline?.endSound(isWithdrawn: isWithdrawn)
        } else if transcription != nil {
            try await endUtterance()
        } else if detection != nil {
            // All sound has been searched by now, also a word at its very end.
            try await send(try await detection?.stream.finish() ?? [])
            if detection?.found == 0 { try await peer.send(WyomingEvent(type: "not-detected", data: requestContext)) }
            detection = nil
        }
    }

    /// Ends the recognition of the peer's utterance.
    private mutating func endUtterance() async throws {
        guard var done = transcription else { return }
        transcription = nil
        let (result, rest) = try await done.finish()
        try await send(result.text, rest)
    }

    /// Ends an utterance that has lasted too long as if a pause followed, since others need the recognizer. Sound is
    /// dropped until the peer begins anew.
    private mutating func endLongUtterance() async throws {
        try await pipeline?.endSound(isWithdrawn: false)
        try await endUtterance()
    }

    /// Sends the transcript: to all peers as one event, to newer ones with the streamed one around it.
    private func send(_ text: String, _ rest: String?) async throws {
        if knowsStreaming, let rest {
            try await peer.send(WyomingEvent(type: "transcript-chunk", data: ["text": .string(rest)]))
        }
        let language = JSONValue.string(gateway.services.language)
        let fields: [String: JSONValue] = ["text": .string(text), "language": language]
        try await peer.send(WyomingEvent(type: "transcript", data: fields.merging(requestContext) { $1 }))
        if knowsStreaming { try await peer.send(WyomingEvent(type: "transcript-stop")) }
    }

    /// Sends the wake words that were found.
    private mutating func send(_ findings: [WakeWordStream.Finding]) async throws {
        for finding in findings {
            detection?.found += 1
            let name = detection.map { WyomingServices.name(of: $0.phrases[finding.index]) } ?? ""
            let time = finding.position * 1000 / IncomingSound.rate
            let fields: [String: JSONValue] = ["name": .string(name), "timestamp": .integer(Int64(time))]
            try await peer.send(WyomingEvent(type: "detection", data: fields.merging(requestContext) { $1 }))
        }
    }

    /// The context of the request, as a field of its answer.
    private var requestContext: [String: JSONValue] {
        let context: JSONValue? =
            switch request {
            case .transcribe(let context), .detect(_, let context): context
            case nil: nil
            }
        return context.map { ["context": $0] } ?? [:]
    }
}
