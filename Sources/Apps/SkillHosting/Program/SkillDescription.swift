import Foundation
import SaybusInteractionModels
import SaybusMessages
import SaybusSkills
import SaybusStage
import SaybusSupport
import Yams

/// The description of a skill in a file: its interaction model, and the server or program that answers.
///
/// ```yaml
/// skill: pet-match
/// model: en-US.json
/// endpoint: http://127.0.0.1:4001/
/// ```
public struct SkillDescription: Sendable, Equatable {
    /// The server or program that answers for a skill.
    public enum Host: Sendable, Equatable {
        /// A web server that gets requests as Alexa posts them.
        case endpoint(String)
        /// A program that gets requests as JSON lines.
        case program([String])
    }

    /// The name on the bus; nil derives it from the invocation name.
    public var name: String?
    /// The skill's id; nil derives it from the name.
    public var applicationID: String?
    /// The interaction model's file.
    public var model: String
    /// The server or program that answers.
    public var host: Host
    /// Time for the skill's answer.
    public var timeout = HTTPSkill.defaultTimeout
    /// Time to wait for the user's answer.
    public var answerTimeout = Duration.seconds(8)
    /// Number of processes of a program, so that conversations can run in parallel.
    public var processes = 1
    /// Whether the skill gets a `TimeoutRequest` when the user does not answer.
    public var asksAfterSilence = false
    /// Whether the skill answers `CanFulfillIntentRequest`, so that its intents can be said without its name.
    public var isNameFree = false

    /// The name of the description file in a skill's folder.
    public static let fileName = "skill.yaml"
    /// The most bytes of a description.
    private static let maximumSize = 64 << 10
    private static let keys: Set = [
        "skill", "id", "model", "endpoint", "program", "timeout", "patience", "timeout-requests", "processes",
        "name-free",
    ]

    /// Reads a description from a file, or from the `skill.yaml` of a folder. Relative paths in it are relative
    /// to the description's folder.
    /// - Throws: `StageFailure` with code `no-input` when the file cannot be read, else `configuration` with
    ///   a description.
    public init(contentsOf path: String) throws {
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        let file = isFolder.boolValue ? URL(fileURLWithPath: path).appending(path: Self.fileName).path : path
        func wrong(_ sentence: String) -> StageFailure { StageFailure(.configuration, "\(file): \(sentence)") }
        let bytes: [UInt8]
        do throws(FileReadError) {
            bytes = try RegularFile(file, atMost: Self.maximumSize).bytes
        } catch {
            guard error.code != .tooLarge else { throw wrong("the file is no text in UTF-8 of at most 64 KiB") }
            throw StageFailure(
                .noInput,
                "\(file): the file \(error); a skill is a YAML file, or a folder with a \(Self.fileName)")
        }
        guard let text = String(validating: bytes.withoutByteOrderMark, as: UTF8.self) else {
            throw wrong("the file is no text in UTF-8 of at most 64 KiB")
        }
        let node: Node?
        do { node = try Yams.compose(yaml: text) } catch { throw wrong("the file is no YAML: \(error)") }
        guard let members = node?.mapping else {
            throw wrong("a mapping is expected: skill, model, endpoint or program")
        }
        var values: [String: Node] = [:]
        for (key, value) in members {
            guard let name = key.string, Self.keys.contains(name) else {
                throw wrong(
                    "line \(key.mark?.line ?? 1): \(key.string ?? "a key") means nothing here: "
                        + "there are \(Self.keys.sorted().joined(separator: ", "))"
                )
            }
            values[name] = value
        }
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent()
        guard let model = values["model"]?.string else { throw wrong("model is missing: the interaction model's file") }
        self.model = Self.path(model, in: folder)
        switch (values["endpoint"]?.string, values["program"]) {
        case (let url?, nil): host = .endpoint(url)
        case (nil, let program?):
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
            host = .program(
                [Self.program(first, in: folder)] + command.dropFirst().map { Self.argument($0, in: folder) })
        default: throw wrong("one of endpoint and program is expected: who answers for the skill")
        }
        name = values["skill"]?.string
        if let name, Source(role: "app", instance: name) == nil {
            throw wrong(
                "\(name) cannot be a skill's name: letters, digits, full stops, hyphens and underscores can, at most 64"
            )
        }
        applicationID = values["id"]?.string
        func seconds(_ key: String) throws -> Duration? {
            guard let value = values[key] else { return nil }
            guard let number = value.float, 0.05...600 ~= number else {
                throw wrong("\(key) takes seconds, from 0.05 to 600, found \(value.string ?? "no number")")
            }
            return .seconds(number)
        }
        timeout = try seconds("timeout") ?? timeout
        answerTimeout = try seconds("patience") ?? answerTimeout
        if let value = values["processes"] {
            guard let number = value.int, 1...ProgramSkill.maximumProcesses ~= number, case .program = host else {
                throw wrong("processes takes a number from 1 to \(ProgramSkill.maximumProcesses), beside program")
            }
            processes = number
        }
        func flag(_ key: String) throws -> Bool? {
            guard let value = values[key] else { return nil }
            guard let isOn = value.bool else { throw wrong("\(key) takes true or false") }
            return isOn
        }
        asksAfterSilence = try flag("timeout-requests") ?? asksAfterSilence
        isNameFree = try flag("name-free") ?? isNameFree
        guard case .endpoint(let url) = host else { return }
        let address = URL(string: url)
        guard ["http", "https"].contains(address?.scheme?.lowercased()), address?.host?.isEmpty == false else {
            throw wrong("endpoint is an address such as http://127.0.0.1:4001/, found \(LogLine.clean(url, limit: 80))")
        }
    }

    /// Returns the path of a program. A bare name is looked up in the folder of the running executable, then in
    /// `PATH`.
    private static func program(_ name: String, in folder: URL) -> String {
        guard !name.contains("/") else { return path(name, in: folder) }
        let beside = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            .appending(path: name).path
        return FileManager.default.isExecutableFile(atPath: beside) ? beside : name
    }

    /// Returns an argument: the path of a file that lies in the folder of the description, else the argument itself.
    private static func argument(_ text: String, in folder: URL) -> String {
        guard !text.isEmpty, !text.hasPrefix("/"), !text.hasPrefix("-") else { return text }
        let path = path(text, in: folder)
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue ? path : text
    }

    private static func path(_ path: String, in folder: URL) -> String {
        path.hasPrefix("/") ? path : folder.appending(path: path).standardizedFileURL.path
    }

    /// The described skill.
    public var skill: any Skill {
        switch host {
        case .endpoint(let url): HTTPSkill(url: url, timeout: timeout)
        case .program(let command): ProgramSkill(command, timeout: timeout, processes: processes)
        }
    }

    /// Reads the described model.
    /// - Throws: `StageFailure` with code `no-input` or `configuration`.
    public func skillModel() throws -> SkillModel {
        try SkillModel(contentsOf: model, app: name, applicationID: applicationID, isNameFree: isNameFree)
    }
}

extension SkillModel {
    /// Reads an interaction model.
    /// - Throws: `StageFailure` with code `no-input` when the file cannot be read, else `configuration` with a
    ///   description.
    public init(
        contentsOf file: String, app: String? = nil, applicationID: String? = nil, isNameFree: Bool = false
    ) throws {
        do throws(ModelError) {
            self.init(
                try InteractionModel(contentsOf: file), app: app, applicationID: applicationID, isNameFree: isNameFree)
        } catch {
            throw StageFailure(error.code == .unreadable ? .noInput : .configuration, "\(error)")
        }
    }

    /// Reads the model of a skill: an interaction model (`.json`), a skill's description, or a folder with one.
    /// - Throws: `StageFailure` as ``init(contentsOf:app:applicationID:isNameFree:)`` does.
    public init(ofSkill path: String) throws {
        if path.hasSuffix(".json") {
            try self.init(contentsOf: path)
        } else {
            let description = try SkillDescription(contentsOf: path)
            try self.init(
                contentsOf: description.model, app: description.name, applicationID: description.applicationID,
                isNameFree: description.isNameFree)
        }
    }
}
