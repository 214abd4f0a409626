import Messages
import Phrases

/// What several apps understand alike, so that one of them never hears it. Pure.
struct PhraseChecks {
    /// One of each app.
    let catalogs: [Catalog]

    /// The most that is shown of each sort.
    static let most = 10

    /// Phrases first, since they take words away from somebody; then commands, which only share a name.
    func findings() -> [Finding] {
        guard !catalogs.isEmpty else { return [] }
        let phrases = shared { command, app in
            command.patterns.map { (key: Self.normal($0), name: "\"\($0)\" (\(app))") }
        }
        let types = shared { command, app in [(key: command.type, name: app)] }
        var findings = phrases.map { phrase, owners in
            Finding(
                "phrase", .hint, "\(owners.count) apps understand the same: \(owners.joined(separator: " and "))",
                remedy:
                    "\(phrase.app) hears it, as the first by name of those that are as sure; word it differently in the others"
            )
        }
        findings += types.map { type, owners in
            Finding(
                "command", .hint, "\(owners.count) apps have a command \(type.key): \(owners.joined(separator: ", "))",
                remedy: "harmless while their phrases differ; command.invoked says whose it is")
        }
        let count = catalogs.reduce(0) { $0 + $1.commands.count }
        let apps = "\(catalogs.count) \(catalogs.count == 1 ? "app" : "apps"), \(count) commands"
        return findings.isEmpty ? [Finding("commands", .good, "\(apps), no two alike")] : findings
    }

    private struct Shared {
        let key: String
        let app: String
    }

    /// What at least two apps have, with how each says it.
    private func shared(_ keys: (Catalog.Command, String) -> [(key: String, name: String)]) -> [(Shared, [String])] {
        var owners: [String: [(app: String, name: String)]] = [:]
        for catalog in catalogs.sorted(by: { $0.app < $1.app }) {
            for command in catalog.commands {
                for (key, name) in keys(command, catalog.app) where owners[key]?.last?.app != catalog.app {
                    owners[key, default: []].append((catalog.app, name))
                }
            }
        }
        return owners.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.prefix(Self.most).map { key, owners in
            (Shared(key: key, app: owners[0].app), owners.map(\.name))
        }
    }

    /// A pattern without what makes no difference to what is said: capitals, punctuation, and the names of parameters.
    static func normal(_ pattern: String) -> String {
        pattern.split(whereSeparator: \.isWhitespace).map { word in
            guard word.first == "@" else { return Words.normalize(String(word)).joined(separator: " ") }
            let type = word.split(separator: ":").dropFirst().first.map { $0.filter(\.isLetter) } ?? "String"
            return "@\(type)"
        }.joined(separator: " ")
    }
}
