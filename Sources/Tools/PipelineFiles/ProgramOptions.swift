import SaybusMessages
import SaybusOperations
import SaybusProcesses
import SaybusStage

/// The options of a program, as it tells them itself (`--experimental-dump-help` of swift-argument-parser).
public struct ProgramOptions: Sendable, Equatable {
    /// An option or flag.
    public struct Option: Sendable, Equatable {
        /// The name, without hyphens before it.
        var name: String
        /// Whether it is on when it is named, without a value.
        var isFlag: Bool
        /// Whether it can be repeated.
        var isRepeating: Bool
        /// The values that it takes; empty for any.
        var choices: [String]
        /// A sentence on what it does.
        var summary: String
    }

    /// The options, in the order of the help.
    public var options: [Option]
    /// Whether the program takes another program with its arguments after `--`.
    var takesProgram: Bool

    /// Asks a program for its options.
    /// - Throws: `StageFailure` when the program does not tell them.
    public init(of path: String) async throws {
        let run = try await ProcessCommand(path, ["--experimental-dump-help"]).capture(
            limit: 1 << 22, timeout: .seconds(20)
        ).get()
        guard run.termination == .exited(0), let json = try? JSONValue(parsing: run.output.bytes) else {
            throw StageFailure(.unavailable, "\(path) does not tell its options")
        }
        self.init(json)
    }

    /// Returns the options of the programs that are installed, by their names without `saybus-`.
    static func ofPrograms(_ names: Set<String>, _ finder: ProgramFinder) async throws -> [String: ProgramOptions] {
        var options: [String: ProgramOptions] = [:]
        for name in names.sorted() {
            guard let path = finder.path(of: "saybus-\(name)") else { continue }
            options[name] = try await ProgramOptions(of: path)
        }
        return options
    }

    /// Reads a program's output of `--experimental-dump-help`.
    init(_ json: JSONValue) {
        var arguments: [JSONValue] = []
        if case .array(let all)? = json["command"]?["arguments"] { arguments = all }
        options = arguments.compactMap(Self.option)
        takesProgram = arguments.contains {
            $0["kind"] == "positional" && $0["parsingStrategy"] == "postTerminator"
        }
    }

    private static func option(_ json: JSONValue) -> Option? {
        guard json["kind"] == "option" || json["kind"] == "flag", case .array(let names)? = json["names"] else {
            return nil
        }
        // Flags with an inversion have both names.
        let long = names.compactMap { name -> String? in
            if name["kind"] == "long", case .string(let text)? = name["name"] { text } else { nil }
        }
        guard let first = long.first, !["help", "version"].contains(first) else { return nil }
        var choices: [String] = []
        if case .array(let values)? = json["allValues"] {
            choices = values.compactMap { value -> String? in if case .string(let text) = value { text } else { nil } }
        }
        var summary = ""
        if case .string(let text)? = json["abstract"] { summary = text }
        return Option(
            name: first, isFlag: json["kind"] == "flag", isRepeating: json["isRepeating"] == true, choices: choices,
            summary: summary)
    }

    /// Returns an option by its name; nil when there is none.
    public func option(_ name: String) -> Option? { options.first { $0.name == name } }
}
