import SaybusMessages

/// The sounds that Hermes apps have played.
extension HermesBridge {
    /// Plays a text; its end is reported to the sender.
    mutating func say(_ body: JSONValue, _ site: Session, now: ContinuousClock.Instant) -> [HermesAction] {
        let (id, sessionID) = (body.value("id"), body.value("sessionId"))
        guard let text = body.text("text")?.trimmingSpaces, !text.isEmpty else {
            return [sayFinished(id, sessionID, at: site.rawValue)]
        }
        let volume = body.number("volume").map { min(1, max(0, $0)) }
        return speak(
            text.shortened(to: Self.maximumTextLength), .say(id: id, sessionID: sessionID), site, volume: volume,
            now: now)
    }

    /// Plays words for a dialogue or a request.
    mutating func speak(
        _ words: String, _ play: Play, _ site: Session, volume: Double? = nil, now: ContinuousClock.Instant
    ) -> [HermesAction] {
        start(AudioSequence([.speech(.init(words, volume: volume))]), play, site, now: now)
    }

    private mutating func start(
        _ sequence: AudioSequence, _ play: Play, _ site: Session, now: ContinuousClock.Instant
    ) -> [HermesAction] {
        guard plays.count < Self.maximumPlays else {
            let reason = "\(Self.maximumPlays) texts and sounds of Hermes apps are being played already"
            return [.refuse(reason)] + over(play, nil, site, problem: reason, now: now)
        }
        let id = MessageID()
        plays[id] = HermesPlayback(play, at: site, now: now)
        if case .dialogue(let name) = play, sites[site]?.dialogue?.id == name { sites[site]?.dialogue?.newestPlay = id }
        return [.play(sequence, id, site)]
    }

    /// Writes a sound and plays it.
    mutating func playBytes(
        _ bytes: [UInt8], _ requestID: String, _ siteName: String, now: ContinuousClock.Instant
    ) -> [HermesAction] {
        guard let site = Session(rawValue: siteName) else {
            return refusal(of: requestID, "\"\(siteName.shortened(to: 80))\" cannot be a session", siteName: siteName)
        }
        guard let folder = configuration.soundFolder else {
            return refusal(
                of: requestID, "there is no folder for sounds: start saybus-mqtt with --hermes-sounds FOLDER",
                siteName: siteName)
        }
        guard bytes.starts(with: Array("RIFF".utf8)) else {
            return refusal(of: requestID, "the payload is no WAV file", siteName: siteName)
        }
        guard requestID.utf8.count <= 128 else {
            return refusal(of: requestID, "the request's id is too long", siteName: siteName)
        }
        let waiting = plays.values.reduce(bytes.count) { sum, entry in
            if case .bytes(_, _, let size) = entry.play { sum + size } else { sum }
        }
        guard waiting <= Self.maximumSoundBytes else {
            return refusal(
                of: requestID, "\(waiting) bytes of sounds wait to be played already", siteName: siteName)
        }
        let name = "hermes-\(MessageID()).wav"
        let actions = start(
            AudioSequence([.file(.init(name))]),
            .bytes(id: requestID, path: "\(folder)/\(name)", size: bytes.count), site, now: now)
        guard case .play? = actions.first else { return actions }
        return [.write(path: "\(folder)/\(name)", bytes: bytes)] + actions
    }

    /// Applies a report of playback.
    mutating func played(
        _ report: AudioPlayback, _ header: Header, now: ContinuousClock.Instant
    ) -> [HermesAction] {
        guard report.item == nil, let playback = plays[report.sequence] else { return [] }
        guard report.isOver else {
            plays[report.sequence]?.apply(report, header, now: now)
            return []
        }
        plays[report.sequence] = nil
        let problem = report.state == .skipped ? report.reason ?? "it was not played" : nil
        return over(playback.play, report.sequence, playback.site, problem: problem, now: now)
    }

    /// Ends a sound that no audio stage took, or whose audio stage is gone.
    mutating func unplayed(_ id: MessageID, _ reason: String, now: ContinuousClock.Instant) -> [HermesAction] {
        guard let playback = plays.removeValue(forKey: id) else { return [] }
        return over(playback.play, id, playback.site, problem: reason, now: now)
    }

    /// Ends the sounds that the bus has given up. It names them in the end of a turn, which for a sound without a turn
    /// has none.
    mutating func unplayed(_ message: RawMessage, now: ContinuousClock.Instant) -> [HermesAction] {
        let causes = message.header.causes.filter { plays[$0] != nil }
        guard !causes.isEmpty, let body = try? message.decode(TurnEnded.self).body else { return [] }
        return causes.flatMap { unplayed($0, body.reason ?? "it was not played", now: now) }
    }

    /// Ends the sounds of an audio stage that is gone or was restarted.
    mutating func apply(_ status: Message<StageStatus>, now: ContinuousClock.Instant) -> [HermesAction] {
        var actions: [HermesAction] = []
        for (id, playback) in plays {
            if let reason = playback.loss(by: status) { actions += unplayed(id, reason, now: now) }
        }
        return actions
    }

    /// Ends the sounds of which nothing is reported any more.
    mutating func tickPlays(_ now: ContinuousClock.Instant) -> [HermesAction] {
        let reason = "no report on it came within \(Int(Self.maximumSoundTime / .seconds(1))) s"
        var actions: [HermesAction] = []
        for (id, playback) in plays where playback.isOverdue(now, after: Self.maximumSoundTime) {
            actions += unplayed(id, reason, now: now)
        }
        return actions
    }

    /// Ends a sound for whoever waits for it.
    /// - Parameter playID: The id of its sequence; nil for one that was not begun.
    private mutating func over(
        _ play: Play, _ playID: MessageID?, _ site: Session, problem: String?, now: ContinuousClock.Instant
    ) -> [HermesAction] {
        switch play {
        case .say(let id, let sessionID):
            return (problem.map { self.problem("tts", $0, site, sessionID) } ?? [])
                + [sayFinished(id, sessionID, at: site.rawValue)]
        case .bytes(let id, let path, _):
            let error = problem.map { reason($0, for: path, site) }
            return [.remove(path: path)] + (error.map { self.problem("audioServer", $0, site) } ?? [])
                + [playFinished(id, at: site.rawValue)]
        case .dialogue(let id):
            guard var dialogue = sites[site]?.dialogue, dialogue.id == id else { return [] }
            // The user is listened to, or the dialogue ends, after its newest words.
            guard playID == nil || playID == dialogue.newestPlay else { return [] }
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

    /// Returns why a sound was not played. An audio stage that looks into other folders names a file of its own.
    private func reason(_ problem: String, for path: String, _ site: Session) -> String {
        guard let folder = configuration.soundFolder else { return problem }
        let name = path.dropFirst(folder.count)
        let isElsewhere = problem.contains(name) && !problem.contains(path)
        guard isElsewhere || problem.contains("--sounds") else { return problem }
        return "the audio stage of the site \(site) needs --sounds \(folder), the folder of this sound"
    }
}
