import SaybusDispatch
import SaybusMessages
import SaybusPatternMatching

/// The check for phrases that several apps claim, so that only one of the apps gets them. Pure.
struct PhraseChecks {
    /// The catalogs, one of each app.
    let catalogs: [Catalog]

    /// The maximum number of findings shown of each sort.
    static let limit = 10

    /// Returns shared phrases first, since one app loses them; then command types that merely have the same name.
    func findings() -> [Finding] {
        guard !catalogs.isEmpty else { return [] }
        let shadows = PatternShadow.find(catalogs.sorted { $0.app < $1.app }).filter { $0.app != $0.winnerApp }
        var findings = shadows.prefix(Self.limit).map { shadow in
            Finding(
                "phrase", .hint,
                "\"\(shadow.sentence)\" of \(shadow.app)'s \(shadow.command) is understood as \(shadow.winnerApp)'s \(shadow.winnerCommand)",
                remedy:
                    "\(shadow.winnerApp) hears it; word one of them differently, or start only one of the apps: saybus check names the patterns"
            )
        }
        findings += sharedTypes.map { type, apps in
            Finding(
                "command", .hint, "\(apps.count) apps have a command \(type): \(apps.joined(separator: ", "))",
                remedy: "harmless while their phrases differ; command.invoked says whose it is")
        }
        let count = catalogs.reduce(0) { $0 + $1.commands.count }
        let apps = "\(catalogs.count) \(catalogs.count == 1 ? "app" : "apps"), \(count) commands"
        return findings.isEmpty ? [Finding("commands", .good, "\(apps), no two alike")] : findings
    }

    /// The command types that at least two apps have, with the apps. All skills have that of their calls by name.
    private var sharedTypes: [(type: String, apps: [String])] {
        var owners: [String: Set<String>] = [:]
        for catalog in catalogs {
            for command in catalog.commands where !SpeechIntent.Hypothesis.isCall(command.type) {
                owners[command.type, default: []].insert(catalog.app)
            }
        }
        return owners.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.prefix(Self.limit)
            .map { ($0.key, $0.value.sorted()) }
    }
}
