import SaybusSupport

/// A check for SSML in texts that are spoken as they are, with the names of its elements.
struct MarkupCheck {
    private typealias Spoken = (text: Template, place: AppFileMap.Place?)

    let file: String
    let app: App
    let map: AppFileMap

    /// The findings, one for each text, in the order of the commands and then of the requests.
    var findings: [AppFinding] {
        let ofCommands: [Spoken] = app.commands.flatMap { command in
            texts(of: command.actions + command.failed).map { (text: $0, place: map.commands[command.type]) }
        }
        let ofRequests: [Spoken] = app.requests.sorted { $0.key < $1.key }.flatMap { name, request in
            texts(of: request).map { (text: $0, place: map.requests[name]) }
        }
        let others: [Spoken] = texts(of: app.notUnderstood).map { (text: $0, place: nil) }
        var told: Set<Template> = []
        return (ofCommands + ofRequests + others).compactMap { text, place -> AppFinding? in
            guard isMarkup(text), told.insert(text).inserted else { return nil }
            return AppFinding(
                .markup, file, place,
                "speak: \"\(LogLine.clean(text.description, limit: 80))\" is spoken as it stands, with its tags: an app's "
                    + "file takes plain text, not SSML; write the words alone")
        }
    }

    private func texts(of actions: [Action]) -> [Template] {
        actions.flatMap(\.withScheduled).compactMap { if case .speak(let speech) = $0 { speech.text } else { nil } }
    }

    private func texts(of request: App.Request) -> [Template] {
        [request.prompt.text, request.reprompt, request.invalid].compactMap(\.self)
            + texts(of: request.outcomes.flatMap(\.self) + request.failed)
    }

    private func isMarkup(_ text: Template) -> Bool {
        let written = text.description.drop(while: \.isWhitespace)
        return written.hasPrefix("<speak>") || written.hasPrefix("<speak ")
    }
}
