import Foundation
import SaybusProcesses

/// The voices that are installed here, by their names and languages, as `saybus-audio` lists them.
struct VoiceNames: Sendable {
    private struct Entry: Decodable {
        let name: String
        let identifier: String
        let languages: [String]
        let engine: String?
        let install: String?
    }

    private let names: Set<String>
    private let languages: Set<String>
    /// The engines of the list, and those of them that have a voice.
    private let engines: (listed: Set<String>, speaking: Set<String>)
    /// The names of Piper's voices.
    let neural: [String]

    /// The most bytes of a list, and the time to make it.
    private static let (limit, timeout): (Int, Duration) = (4 << 20, .seconds(20))

    /// Reads a list of voices as JSON; nil for anything else.
    init?(json: String) {
        guard let entries = try? JSONDecoder().decode([Entry].self, from: Data(json.utf8)) else { return nil }
        let installed = entries.filter { $0.install == nil }
        names = Set(installed.flatMap { [Self.folded($0.name), Self.folded($0.identifier)] })
        neural = installed.filter { $0.engine == "piper" }.map(\.name)
        languages = Set(installed.flatMap { $0.languages.map(Self.language) })
        engines = (Set(entries.compactMap(\.engine)), Set(installed.compactMap(\.engine)))
    }

    /// Asks `saybus-audio`; nil when it is not there or cannot tell.
    static func installed() async -> VoiceNames? {
        guard let path = ProgramFinder().path(of: "saybus-audio"),
            let result = try? await ProcessCommand(path, ["--engine", "auto", "--voices", "--json"]).capture(
                limit: limit, timeout: timeout),
            case .success(let run) = result
        else { return nil }
        return VoiceNames(json: run.output.text)
    }

    /// Returns the reason why no engine knows a voice; nil when one does.
    func problem(withVoice voice: String) -> String? {
        // espeak-ng's variants are added to a voice: en-us+f3.
        let name = Self.folded(String(voice.prefix { $0 != "+" }))
        guard !names.contains(name), !languages.contains(Self.language(name)) else { return nil }
        return
            "no voice that is installed here is called \"\(voice)\" or speaks that language: saybus voices lists them"
    }

    /// Returns the reason why an engine cannot speak; nil when it has a voice, and when its voices are not in the list.
    func problem(withEngine engine: String) -> String? {
        guard engines.listed.contains(engine), !engines.speaking.contains(engine) else { return nil }
        return "no voice is installed that can speak; saybus voices lists the voices and how to get them"
    }

    /// Returns the language of a tag; a longer word than a language's code stays as it is, and is none.
    private static func language(_ tag: String) -> String {
        let folded = folded(tag)
        return folded.count <= 6 ? String(folded.prefix { $0 != "-" }) : folded
    }

    private static func folded(_ name: String) -> String { name.lowercased().replacing("_", with: "-") }
}
