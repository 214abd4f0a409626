import SaybusInteractionModels
import SaybusSkills
import SaybusStage

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

    init(model: String, host: Host) { (self.model, self.host) = (model, host) }

    /// Reads a description from a file, or from the `skill.yaml` of a folder. Relative paths in it are relative
    /// to the description's folder.
    /// - Throws: `StageFailure` with code `no-input` when the file cannot be read, else `configuration` with
    ///   a description.
    public init(contentsOf path: String) throws { self = try SkillDescriptionReader(path).description() }

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
        do throws(InteractionModelError) {
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
