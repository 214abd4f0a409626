import SaybusMessages

/// The sounds that Hermes apps have played.
extension HermesBridge {
    /// Plays a text; its end is reported to the sender.
    mutating func say(_ body: JSONValue, _ site: Session) -> [HermesAction] {
        let (id, sessionID) = (body.text("id"), body.text("sessionId"))
        guard let text = body.text("text")?.trimmingSpaces, !text.isEmpty else {
            return [sayFinished(id, sessionID, site)]
        }
        let volume = body.number("volume").map { min(1, max(0, $0)) }
        return speak(text.shortened(to: Self.longestText), .say(id: id, sessionID: sessionID), site, volume: volume)
    }

    /// Plays words for a dialogue or a request.
    mutating func speak(_ words: String, _ play: Play, _ site: Session, volume: Double? = nil) -> [HermesAction] {
        start(AudioSequence([.speech(.init(words, volume: volume))]), play, site)
    }

    private mutating func start(_ sequence: AudioSequence, _ play: Play, _ site: Session) -> [HermesAction] {
        guard plays.count < Self.mostPlays else {
            return [.refuse("\(Self.mostPlays) texts and sounds of Hermes apps are being played already")]
        }
        let id = MessageID()
        plays[id] = (play, site)
        return [.play(sequence, id, site)]
    }

    /// Writes a sound and plays it.
    mutating func playBytes(_ bytes: [UInt8], _ requestID: String, _ siteName: String) -> [HermesAction] {
        guard let site = Session(rawValue: siteName) else {
            return [.refuse("playBytes: \"\(siteName.shortened(to: 80))\" cannot be a session of the bus")]
        }
        guard let folder = configuration.soundFolder else {
            return [.refuse("playBytes needs --hermes-sounds FOLDER")]
                + problem("audioServer", "no folder for sounds", site, nil)
        }
        guard bytes.starts(with: Array("RIFF".utf8)) else {
            return [.refuse("playBytes: the payload is no WAV file")] + problem("audioServer", "no WAV file", site, nil)
        }
        guard requestID.utf8.count <= 128 else { return [.refuse("playBytes: the request's id is too long")] }
        let waiting = plays.values.reduce(bytes.count) { sum, entry in
            if case .bytes(_, _, let size) = entry.play { sum + size } else { sum }
        }
        guard waiting <= Self.mostSoundBytes else {
            return [.refuse("playBytes: \(waiting) bytes of sounds wait to be played already")]
        }
        let name = "hermes-\(MessageID()).wav"
        let actions = start(
            AudioSequence([.file(.init(name))]),
            .bytes(id: requestID, path: "\(folder)/\(name)", size: bytes.count), site)
        guard case .play? = actions.first else { return actions }
        return [.write(path: "\(folder)/\(name)", bytes: bytes)] + actions
    }

    /// Applies a report on what is played.
    mutating func played(_ report: AudioPlayback, now: ContinuousClock.Instant) -> [HermesAction] {
        guard report.item == nil, report.isOver, let (play, site) = plays.removeValue(forKey: report.sequence) else {
            return []
        }
        return over(
            play, site, problem: report.state == .skipped ? report.reason ?? "it was not played" : nil, now: now)
    }

    /// Ends a sound that no audio stage took.
    mutating func unplayed(_ id: MessageID, _ reason: String, now: ContinuousClock.Instant) -> [HermesAction] {
        guard let (play, site) = plays.removeValue(forKey: id) else { return [] }
        return over(play, site, problem: reason, now: now)
    }

    private mutating func over(
        _ play: Play, _ site: Session, problem: String?, now: ContinuousClock.Instant
    ) -> [HermesAction] {
        switch play {
        case .say(let id, let sessionID):
            return (problem.map { self.problem("tts", $0, site, sessionID) } ?? []) + [sayFinished(id, sessionID, site)]
        case .bytes(let id, let path, _):
            return [.remove(path: path)] + (problem.map { self.problem("audioServer", $0, site, nil) } ?? []) + [
                .hermes(
                    topic: "hermes/audioServer/\(site)/playFinished",
                    ["id": .string(id), "siteId": .string(site.rawValue), "sessionId": .null])
            ]
        case .dialogue(let id):
            guard var dialogue = sites[site]?.dialogue, dialogue.id == id else { return [] }
            switch dialogue.step {
            case .farewell: return end(site, problem == nil ? "nominal" : "error", error: problem, now: now)
            case .prompt:
                (dialogue.step, dialogue.since) = (.listening, now)
                sites[site]?.dialogue = dialogue
                return [listen(site)]
            default: return []
            }
        }
    }

    private func sayFinished(_ id: String?, _ sessionID: String?, _ site: Session) -> HermesAction {
        .hermes(
            topic: "hermes/tts/sayFinished",
            ["id": HermesJSON.text(id), "siteId": .string(site.rawValue), "sessionId": HermesJSON.text(sessionID)])
    }
}
