import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Commands in the documentation")
struct PageCommandTests {
    /// Saybus's commands in the blocks of shell of all pages, and between single backticks, with the page's path.
    private static func commands() throws -> [(page: String, command: ShellCommand)] {
        let pages =
            try ["README.md"] + ["Sources", "deploy"].flatMap { try Project.files(in: $0, ending: ".md") }
            + [".github/CONTRIBUTING.md", ".github/SECURITY.md"]
        return try pages.flatMap { page in
            let text = try Project.text(page)
            let blocks = text.matches(of: /(?ms)^```sh\n(.*?)^```/).map { String($0.1) }
            let inline = text.replacing(/(?ms)^```.*?^```/, with: "").matches(of: /`(saybus[a-z-]* [^`\n]+)`/)
            return (blocks + inline.map { String($0.1) }).flatMap(ShellCommand.commands).map { (page, $0) }
        }
    }

    @Test("every program, subcommand and option that a page shows exists")
    func exist() async throws {
        var programs: [String: JSONValue] = [:]
        var count = 0
        for (page, command) in try Self.commands() {
            guard let name = command.words[0].split(separator: "/").last, name.contains(/^saybus(-[a-z]+)?$/) else {
                continue
            }
            let program = String(name)
            if programs[program] == nil {
                let help = try ProgramUnderTest(program, ["--experimental-dump-help"])
                #expect(try await help.exitCode() == 0, "\(page): \(program)")
                let text = help.lines().joined(separator: "\n")
                programs[program] = try JSONValue(parsing: Array(text.utf8))["command"]
            }
            let found = try #require(programs[program])
            for unknown in Self.unknown(command.words.dropFirst(), of: found) {
                Issue.record("\(page): \(command.words.joined(separator: " ")) has \(unknown), which is unknown")
            }
            count += 1
        }
        #expect(count > 200)
    }

    /// Returns the options and subcommands that a command does not have.
    private static func unknown(_ words: ArraySlice<String>, of program: JSONValue) -> [String] {
        var (words, command, options) = (words, program, names(of: program))
        while let next = subcommands(of: command).first(where: { $0["commandName"] == .string(words.first ?? "") }) {
            command = next
            words = words.dropFirst()
            options.formUnion(names(of: next))
        }
        // A default subcommand is named by no word.
        if let unnamed = command["defaultSubcommand"] {
            for subcommand in subcommands(of: command) where subcommand["commandName"] == unnamed {
                options.formUnion(names(of: subcommand))
            }
        }
        let takesWords = Self.arguments(of: command).contains { $0["kind"] == "positional" }
        let needsSubcommand = !subcommands(of: command).isEmpty && command["defaultSubcommand"] == nil && !takesWords
        return words.prefix { $0 != "--" }.filter { word in
            guard word.hasPrefix("--") else { return needsSubcommand && word == words.first }
            return !options.contains(String(word.dropFirst(2).prefix { $0 != "=" }))
        }
    }

    private static func subcommands(of command: JSONValue) -> [JSONValue] {
        guard case .array(let all)? = command["subcommands"] else { return [] }
        return all
    }

    private static func arguments(of command: JSONValue) -> [JSONValue] {
        guard case .array(let all)? = command["arguments"] else { return [] }
        return all
    }

    private static func names(of command: JSONValue) -> Set<String> {
        let names = arguments(of: command).flatMap { argument -> [String] in
            guard case .array(let names)? = argument["names"] else { return [] }
            return names.compactMap { if case .string(let name)? = $0["name"] { name } else { nil } }
        }
        return Set(names).union(["help", "version"])
    }

    @Test("a line is split into commands and words as a shell does it")
    func split() {
        #expect(
            ShellCommand.commands(in: "A=1 saybus ask \"turn it on\" # now\nsaybus-tap --kind 'a b' | jq .; ls \\\n -l")
                .map(\.words) == [
                    ["saybus", "ask", "turn it on"], ["saybus-tap", "--kind", "a b"], ["jq", "."], ["ls", "-l"],
                ])
    }
}
