import Foundation
import SaybusMessages
import SaybusStage
import SaybusSupport
import SaybusYAML
import Yams

/// A reader of the description of a skill: a mapping in YAML.
struct SkillDescriptionReader {
    /// The most bytes of a description.
    private static let maximumSize = 64 << 10
    private static let keys: Set = [
        "skill", "id", "model", "endpoint", "program", "timeout", "patience", "timeout-requests", "processes",
        "name-free",
    ]

    private let file: String
    private let folder: URL
    private var values: [String: Node] = [:]

    /// Reads the members of a description from a file, or from the `skill.yaml` of a folder.
    init(_ path: String) throws {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        file =
            isFolder.boolValue ? URL(fileURLWithPath: path).appending(path: SkillDescription.fileName).path : path
        folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        let text = try readText()
        let node: Node?
        do {
            node = try Yams.compose(yaml: text)
        } catch let error as YamlError {
            let (place, reason) = YAMLProblem.words(error, in: Array(text.utf8))
            throw wrong((place.map { "line \($0.line): " } ?? "") + reason)
        } catch {
            throw wrong("is not YAML: \(error)")
        }
        guard let members = node?.mapping else {
            throw wrong("a mapping is expected: skill, model, endpoint or program")
        }
        for (key, value) in members {
            guard let name = key.string, Self.keys.contains(name) else {
                throw wrong(
                    "line \(key.mark?.line ?? 1): \(key.string ?? "a key") means nothing here: "
                        + "there are \(Self.keys.sorted().joined(separator: ", "))"
                )
            }
            values[name] = value
        }
    }

    /// Returns the description.
    /// - Throws: `StageFailure` with code `configuration` when a member is missing or wrong.
    func description() throws -> SkillDescription {
        guard let model = values["model"]?.string else { throw wrong("model is missing: the interaction model's file") }
        var description = try SkillDescription(model: path(model), host: host())
        description.name = try name()
        description.applicationID = values["id"]?.string
        description.timeout = try seconds("timeout") ?? description.timeout
        description.answerTimeout = try seconds("patience") ?? description.answerTimeout
        description.processes = try processes(beside: description.host) ?? description.processes
        description.asksAfterSilence = try flag("timeout-requests") ?? description.asksAfterSilence
        description.isNameFree = try flag("name-free") ?? description.isNameFree
        if case .endpoint(let url) = description.host { try check(endpoint: url) }
        return description
    }

    // MARK: The file

    private func readText() throws -> String {
        let bytes: [UInt8]
        do throws(FileReadError) {
            bytes = try RegularFile(file, atMost: Self.maximumSize).bytes
        } catch {
            guard error.code != .tooLarge else { throw wrong("the file is no text in UTF-8 of at most 64 KiB") }
            throw StageFailure(
                .noInput,
                "\(file): the file \(error); a skill is a YAML file, or a folder with a \(SkillDescription.fileName)")
        }
        guard let text = String(validating: bytes.withoutByteOrderMark, as: UTF8.self) else {
            throw wrong("the file is no text in UTF-8 of at most 64 KiB")
        }
        return text
    }

    private func wrong(_ sentence: String) -> StageFailure { StageFailure(.configuration, "\(file): \(sentence)") }

    // MARK: Members

    private func host() throws -> SkillDescription.Host {
        switch (values["endpoint"]?.string, values["program"]) {
        case (let url?, nil): return .endpoint(url)
        case (nil, let program?): return .program(try command(program))
        default: throw wrong("one of endpoint and program is expected: who answers for the skill")
        }
    }

    private func command(_ program: Node) throws -> [String] {
        let command = program.sequence.map { $0.compactMap(\.string) } ?? program.string.map { [$0] } ?? []
        if program.sequence == nil, let words = command.first?.split(separator: " "), words.count > 1 {
            throw wrong("a program with arguments is a list: program: [\(words.joined(separator: ", "))]")
        }
        if let items = program.sequence, items.count != command.count {
            throw wrong("program has an entry that is no text: [program, argument, …]")
        }
        guard let first = command.first, !first.isEmpty else {
            throw wrong("program is empty: [program, argument, …]")
        }
        return [self.program(first)] + command.dropFirst().map(argument)
    }

    private func name() throws -> String? {
        let name = values["skill"]?.string
        if let name, Source(role: .app, instance: name) == nil {
            throw wrong("\"\(name)\" cannot be a skill's name: \(Session.nameAdvice)")
        }
        return name
    }

    private func seconds(_ key: String) throws -> Duration? {
        guard let value = values[key] else { return nil }
        guard let number = value.float, 0.05...600 ~= number else {
            throw wrong("\(key) takes seconds, from 0.05 to 600, found \(value.string ?? "no number")")
        }
        return .seconds(number)
    }

    private func processes(beside host: SkillDescription.Host) throws -> Int? {
        guard let value = values["processes"] else { return nil }
        guard let number = value.int, 1...ProgramSkill.maximumProcesses ~= number, case .program = host else {
            throw wrong("processes takes a number from 1 to \(ProgramSkill.maximumProcesses), beside program")
        }
        return number
    }

    private func flag(_ key: String) throws -> Bool? {
        guard let value = values[key] else { return nil }
        guard let isOn = value.bool else { throw wrong("\(key) takes true or false") }
        return isOn
    }

    private func check(endpoint url: String) throws {
        let address = URL(string: url)
        guard ["http", "https"].contains(address?.scheme?.lowercased()), address?.host?.isEmpty == false else {
            throw wrong("endpoint is an address such as http://127.0.0.1:4001/, found \(LogLine.clean(url, limit: 80))")
        }
    }

    // MARK: Paths

    /// Returns the path of a program. A bare name is looked up in the folder of the running executable, then in
    /// `PATH`.
    private func program(_ name: String) -> String {
        guard !name.contains("/") else { return path(name) }
        let beside = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: name).path
        return FileManager.default.isExecutableFile(atPath: beside) ? beside : name
    }

    /// Returns an argument: the path of a file that lies in the folder of the description, else the argument itself.
    private func argument(_ text: String) -> String {
        guard !text.isEmpty, !text.hasPrefix("/"), !text.hasPrefix("-") else { return text }
        let path = path(text)
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue ? path : text
    }

    private func path(_ path: String) -> String {
        path.hasPrefix("/") ? path : folder.appending(path: path).standardizedFileURL.path
    }
}
