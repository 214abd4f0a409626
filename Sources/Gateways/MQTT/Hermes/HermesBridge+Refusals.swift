import SaybusMessages

/// The answers to requests that are not carried out, so that no Hermes app waits for them in vain.
extension HermesBridge {
    /// The most characters of a name that returns to the app that sent it.
    private static let longestEcho = 200

    /// Refuses a request for a site that cannot be a session of the bus.
    func refusal(of body: JSONValue, to component: String, _ request: String, siteName: String) -> [HermesAction] {
        // The name is returned unchanged, so that the app recognizes its request.
        let name = siteName.shortened(to: Self.longestEcho)
        let error = "\"\(siteName.shortened(to: 80))\" cannot be a session of the bus"
        let isText = component == "tts" && request == "say"
        return [.refuse("\(component)/\(request): \(error)")]
            + problem(component, error, siteName: name, body.text("sessionId"))
            + (isText ? [sayFinished(body.text("id"), body.text("sessionId"), at: name)] : [])
    }

    /// Refuses a sound.
    func refusal(of soundID: String, _ error: String, siteName: String) -> [HermesAction] {
        let (name, id) = (siteName.shortened(to: Self.longestEcho), soundID.shortened(to: Self.longestEcho))
        return [.refuse("playBytes: \(error)")] + problem("audioServer", error, siteName: name, nil)
            + [playFinished(id, at: name)]
    }

    /// Returns an error in both forms in which Hermes apps look for it.
    func problem(_ component: String, _ error: String, _ site: Session, _ sessionID: String?) -> [HermesAction] {
        problem(component, error, siteName: site.rawValue, sessionID)
    }

    private func problem(
        _ component: String, _ error: String, siteName: String, _ sessionID: String?
    ) -> [HermesAction] {
        let body: JSONValue = [
            "error": .string(error), "context": .null, "siteId": .string(siteName),
            "sessionId": HermesJSON.text(sessionID),
        ]
        return ["hermes/error/\(component)", "hermes/\(component)/error"].map { .hermes(topic: $0, body) }
    }

    /// Returns the report that a text is over.
    func sayFinished(_ id: String?, _ sessionID: String?, at siteName: String) -> HermesAction {
        .hermes(
            topic: "hermes/tts/sayFinished",
            ["id": HermesJSON.text(id), "siteId": .string(siteName), "sessionId": HermesJSON.text(sessionID)])
    }

    /// Returns the report that a sound is over.
    func playFinished(_ id: String, at siteName: String) -> HermesAction {
        .hermes(
            topic: "hermes/audioServer/\(siteName)/playFinished",
            ["id": .string(id), "siteId": .string(siteName), "sessionId": .null])
    }
}
