import SaybusMessages

/// The answers to requests that are not carried out, so that no Hermes app waits for them in vain.
extension HermesBridge {
    /// The most characters of a name that returns to the app that sent it.
    private static let maximumNameLength = 200

    /// Returns the sites whose gateways may be meant by a request. One of a session need not name its site, which is
    /// then the beginning of the session's name.
    func possibleSites(of body: JSONValue, _ named: Session, _ request: String) -> [Session] {
        guard ["continueSession", "endSession"].contains(request), let id = body.text("sessionId") else {
            return [named]
        }
        if let (site, _) = dialogue(named: id) { return [site] }
        if let (_, open) = oldestRequest(of: id) { return [open.site] }
        guard body.text("siteId") == nil else { return [named] }
        // A session's name has 64 characters at most; more of a long one would cost more than it is worth.
        let start = id.prefix(65)
        let hyphens = start.indices.filter { start[$0] == "-" }
        let sites = hyphens.compactMap { Session(rawValue: String(start[..<$0])) }
        return sites.isEmpty ? [named] : sites
    }

    /// Returns the error of a request for a site that this gateway does not serve.
    static func unserved(_ site: Session) -> String { "this gateway does not serve the site \(site); see --session" }

    /// Refuses a request for a site that this gateway cannot serve.
    func refusal(
        of body: JSONValue, to component: String, _ request: String, _ error: String, siteName: String
    ) -> [HermesAction] {
        // The name is returned unchanged, so that the app recognizes its request.
        let name = siteName.shortened(to: Self.maximumNameLength)
        let isText = component == "tts" && request == "say"
        return [.refuse("\(component)/\(request): \(error)")]
            + problem(component, error, siteName: name, body.value("sessionId"))
            + (isText ? [sayFinished(body.value("id"), body.value("sessionId"), at: name)] : [])
    }

    /// Refuses a payload that is no JSON object. It names no site.
    func refusal(of topic: String, to component: String) -> [HermesAction] {
        let error = "the payload of \(topic) is no JSON object"
        return [.refuse(error)] + problem(component, error, siteName: "default")
    }

    /// Refuses a request of a session that does not exist.
    func unknownSession(_ body: JSONValue, _ site: Session, _ request: String) -> [HermesAction] {
        let name = (body.text("sessionId") ?? "").shortened(to: 120)
        // The name of the session is in the answer to its app only, so that the log counts one reason.
        return Self.refused(request, "no session of this name is running")
            + problem("dialogueManager", "no session \"\(name)\" is running", site, body.value("sessionId"))
    }

    /// Records a refused request.
    static func refused(_ request: String, _ error: String) -> [HermesAction] { [.refuse("\(request): \(error)")] }

    /// Refuses a sound.
    func refusal(of soundID: String, _ error: String, siteName: String) -> [HermesAction] {
        let (name, id) = (siteName.shortened(to: Self.maximumNameLength), soundID.shortened(to: Self.maximumNameLength))
        return [.refuse("playBytes: \(error)")] + problem("audioServer", error, siteName: name)
            + [playFinished(id, at: name)]
    }

    /// Returns an error in both forms in which Hermes apps look for it.
    func problem(
        _ component: String, _ error: String, _ site: Session, _ sessionID: JSONValue = .null
    ) -> [HermesAction] {
        problem(component, error, siteName: site.rawValue, sessionID)
    }

    func problem(
        _ component: String, _ error: String, siteName: String, _ sessionID: JSONValue = .null
    ) -> [HermesAction] {
        let body: JSONValue = [
            "error": .string(error), "context": .null, "siteId": .string(siteName),
            "sessionId": sessionID,
        ]
        return ["hermes/error/\(component)", "hermes/\(component)/error"].map { .hermes(topic: $0, body) }
    }

    /// Returns the report that a text is over.
    func sayFinished(_ id: JSONValue, _ sessionID: JSONValue, at siteName: String) -> HermesAction {
        .hermes(
            topic: "hermes/tts/sayFinished",
            ["id": id, "siteId": .string(siteName), "sessionId": sessionID])
    }

    /// Returns the report that a sound is over.
    func playFinished(_ id: String, at siteName: String) -> HermesAction {
        .hermes(
            topic: "hermes/audioServer/\(siteName)/playFinished",
            ["id": .string(id), "siteId": .string(siteName), "sessionId": .null])
    }
}
