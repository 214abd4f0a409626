import SaybusSupport

/// A check for SSML in texts that are spoken as they are, with the names of its elements.
struct MarkupCheck {
    let file: String
    let app: App
    let map: AppFileMap

    /// The findings, one for each text, in the order of the commands and then of the requests.
    var findings: [AppFinding] {
        let ofCommands = app.commands.flatMap { command in
            texts(of: command.actions + command.failed).map { ($0, map.commands[command.type]) }
        }
        let ofRequests = app.requests.sorted { $0.key < $1.key }.flatMap { name, request in
            texts(of: request).map { ($0, map.requests[name]) }
        }
        let others = texts(of: app.notUnderstood).map { ($0, nil as AppFileMap.Place?) }
        var told: Set<Template> = []
        return (ofCommands + ofRequests + others).compactMap { text, place in
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
