/// The rules for modules, their names and their dependencies. Pure. Each function that checks a rule returns one
/// sentence for each breach.
struct LayoutRules {
    /// The groups of `Sources`, the most basic one first. Groups in one list may not depend on each other.
    static let order = [
        ["System"], ["Core"], ["Language"], ["Audio"], ["Engines"], ["Stages"], ["Apps"], ["Gateways"], ["Testing"],
        ["Tools"], ["Programs", "Examples"],
    ]

    let manifest: Manifest

    /// The group of a target: the folder below `Sources`; nil for tests, and for targets elsewhere.
    static func group(of target: Manifest.Target) -> String? {
        let parts = (target.path ?? "").split(separator: "/")
        return parts.count == 3 && parts[0] == "Sources" ? String(parts[1]) : nil
    }

    private static func level(of group: String) -> Int? { order.firstIndex { $0.contains(group) } }

    /// Returns the dependencies on a later group, on a group of the same list, of one stage on another, and on tests.
    func wrongEdges() -> [String] {
        let targets = Dictionary(manifest.targets.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var breaches: [String] = []
        for target in manifest.targets where target.type != "test" {
            guard let group = Self.group(of: target), let level = Self.level(of: group) else { continue }
            for dependency in target.dependencies.compactMap({ targets[$0.name] }) {
                guard let other = Self.group(of: dependency), let otherLevel = Self.level(of: other) else {
                    breaches.append("\(target.name) in \(group) depends on \(dependency.name), which is in no group")
                    continue
                }
                if otherLevel > level || (otherLevel == level && other != group) {
                    breaches.append("\(target.name) in \(group) depends on \(dependency.name) in \(other)")
                } else if group == "Stages", other == group {
                    breaches.append("the stage \(target.name) depends on the stage \(dependency.name)")
                }
            }
        }
        return breaches
    }

    /// Returns the targets whose names or folders do not follow the rules.
    func wrongNames() -> [String] {
        manifest.targets.compactMap { target in
            let isOfC = Self.group(of: target) == "System"
            let prefix = isOfC ? "CSaybus" : target.type == "executable" ? "saybus" : "Saybus"
            guard target.name.hasPrefix(prefix) else { return "\(target.name) does not begin with \(prefix)" }
            if target.type == "test" {
                let isInPlace = target.path?.hasPrefix("Tests/") == true && target.name.hasSuffix("Tests")
                return isInPlace ? nil : "the tests \(target.name) are in \(target.path ?? "no folder")"
            }
            // Code that several test targets share. A module of Sources must not depend on it: see `wrongEdges()`.
            if target.path == "Tests/Support/\(target.name.dropFirst(prefix.count))" { return nil }
            // Programs that tests run. Their folders need no particular name.
            if target.type == "executable", target.path?.hasPrefix("Tests/Support/") == true { return nil }
            guard let group = Self.group(of: target), Self.level(of: group) != nil else {
                return "\(target.name) is in no group of Sources: \(target.path ?? "no path")"
            }
            // The folders of programs and examples need no particular name.
            guard target.type != "executable", group != "Examples" else { return nil }
            let folder = target.path?.split(separator: "/").last.map(String.init) ?? ""
            let expected = isOfC ? "CSaybus\(folder.dropFirst())" : "Saybus\(folder)"
            return target.name == expected || target.name == folder
                ? nil : "\(target.name) is in the folder of \(expected)"
        }
    }

    /// Returns the modules whose names differ from another one's in case only.
    func similarNames() -> [String] {
        Dictionary(grouping: manifest.targets.map { Self.module(of: $0.name) }) { $0.lowercased() }.values
            .filter { $0.count > 1 }.map { "\($0.sorted().joined(separator: " and ")) differ in case only" }
    }

    /// Returns the modules of this package that a target's sources import without a declared dependency.
    /// - Parameter imports: The imported modules.
    func undeclared(_ imports: Set<String>, in target: Manifest.Target) -> [String] {
        // The module name of an executable has underscores in place of hyphens.
        let modules = Set(manifest.targets.map { Self.module(of: $0.name) })
        let declared = Set(target.dependencies.map { Self.module(of: $0.name) })
        return imports.intersection(modules).subtracting(declared).sorted()
            .map { "\(target.name) imports \($0), on which it does not depend" }
    }

    private static func module(of name: String) -> String { String(name.map { $0 == "-" ? "_" : $0 }) }

    /// Returns the modules that a source file imports.
    static func imports(of source: String) -> Set<String> {
        let levels: Set<Substring> = ["public", "package", "internal", "private", "fileprivate"]
        let sorts: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
        // Indented imports are skipped: they belong to conditions for other platforms or to strings of tests.
        return source.split(separator: "\n").reduce(into: []) { modules, line in
            guard !line.hasPrefix(" ") else { return }
            let words = line.split(separator: " ").drop { $0.hasPrefix("@") || levels.contains($0) }
            guard words.first == "import", let path = words.dropFirst().first(where: { !sorts.contains($0) }) else {
                return
            }
            modules.insert(String(path.prefix { $0 != "." }))
        }
    }

    /// Returns whether a source file declares a type of this name.
    static func declares(_ type: String, in source: String) -> Bool {
        let pattern = /^[^\/"\n]*\b(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)/.anchorsMatchLineEndings()
        return source.matches(of: pattern).contains { $0.1 == type }
    }
}
