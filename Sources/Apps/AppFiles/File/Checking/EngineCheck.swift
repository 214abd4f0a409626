/// A check of app files for what engines can do: the languages that they are to recognize, and the voices that they are
/// to have.
///
/// The engines are not known here, so that the caller says what they lack.
public struct EngineCheck: Sendable {
    private struct Entry {
        let file: String
        let app: App
        let map: AppFileMap
    }

    private let entries: [Entry]

    /// Reads files. Those with errors are left out: ``AppCheck`` reports them.
    public init(files: [String]) {
        entries = files.compactMap { file in
            guard let (app, map) = try? App.read(file: file, isChecked: true) else { return nil }
            return Entry(file: file, app: app, map: map)
        }
    }

    /// The voices that the apps' speech names.
    public var voices: Set<String> { Set(entries.flatMap { Self.speech(of: $0.app).map(\.voice) }) }

    /// Returns a warning for each file and language, and each command and voice, that no engine knows.
    /// - Parameters:
    ///   - languages: The reason why a language is not recognized; nil when it is.
    ///   - voices: The reason why a voice is not there; nil when it is.
    public func findings(
        languages: (String) -> String?, voices: (String) -> String?
    ) -> [AppFinding] {
        entries.flatMap { entry in
            let language = languages(entry.app.language).map { AppFinding(.language, entry.file, nil, $0) }
            return [language].compactMap(\.self)
                + Self.speech(of: entry.app).compactMap { owner, voice in
                    voices(voice).map { reason in
                        AppFinding(
                            .voice, entry.file, entry.map.commands[owner] ?? entry.map.requests[owner],
                            "\(owner.isEmpty ? "" : "\(owner): ")\(reason)")
                    }
                }
        }
    }

    /// Returns the voices that are named, each once for a command or question.
    private static func speech(of app: App) -> [(owner: String, voice: String)] {
        func voices(_ actions: [Action]) -> Set<String> {
            let all = actions + actions.flatMap(\.schedules).flatMap(\.actions)
            return Set(
                all.compactMap { action in
                    guard case .speak(let speech) = action else { return nil }
                    return speech.voice
                })
        }
        var found = app.commands.map { ($0.type, voices($0.actions + $0.failed)) }
        for (name, request) in app.requests.sorted(by: { $0.key < $1.key }) {
            let prompt = request.prompt.voice.map { [$0] } ?? []
            found.append((name, voices(request.outcomes.flatMap(\.self) + request.failed).union(prompt)))
        }
        found.append(("", voices(app.notUnderstood + app.failed)))
        return found.flatMap { owner, voices in voices.sorted().map { (owner, $0) } }
    }
}
