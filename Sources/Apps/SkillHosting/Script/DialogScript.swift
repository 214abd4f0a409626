import Foundation
import SaybusSkills
import SaybusStage
import Yams

/// Dialogs with a skill, written down: what the user says, what the skill is asked for it, and what is heard then.
///
/// ```yaml
/// dialogs:
///   - name: an order
///     turns:
///       - {user: open pizza place, request: LaunchRequest, speech: Welcome.}
/// ```
///
/// Of a request the type or the intent's name is written, and the intent's `dialogState` behind it; the last of a turn counts, and `none` is for turns in
/// which the skill is not asked. A user who says nothing is silent.
public struct DialogScript: Sendable, Equatable, Decodable {
    /// One dialog, which begins without a session.
    public struct Dialog: Sendable, Equatable, Decodable {
        /// What it is about.
        public var name: String
        /// Its turns.
        public var turns: [Turn]
    }

    /// One turn.
    public struct Turn: Sendable, Equatable, Decodable {
        /// What the user says.
        public var user: String
        /// What the skill is asked; nil for whatever.
        public var request: String?
        /// What is heard, without markup; nil for whatever.
        public var speech: String?
    }

    /// A turn that went another way.
    public struct Difference: Sendable, Equatable, CustomStringConvertible {
        /// The dialog's name.
        public var dialog: String
        /// The turn's number, from 1.
        public var turn: Int
        /// What the user said.
        public var user: String
        /// `request` or `speech`.
        public var what: String
        /// What is written.
        public var expected: String
        /// What was.
        public var found: String

        /// A sentence.
        public var description: String {
            "\(dialog), turn \(turn), \"\(user)\": the \(what) is \"\(found)\", and \"\(expected)\" is written"
        }
    }

    /// The dialogs.
    public var dialogs: [Dialog]

    /// Reads a script.
    /// - Throws: `StageFailure`: `no-input` or `configuration`.
    public init(contentsOf file: String) throws {
        guard let data = FileManager.default.contents(atPath: file) else {
            throw StageFailure(.noInput, "\(file): there is no such file, or it may not be read")
        }
        do { self = try YAMLDecoder().decode(DialogScript.self, from: data) } catch {
            throw StageFailure(.configuration, "\(file): the file is no script of dialogs: \(error)")
        }
    }

    /// Speaks the dialogs one after the other, as sessions of one conversation.
    /// - Parameter said: Told of every turn.
    public func differences(
        model: SkillModel, skill: any Skill, said: (Turn, SkillSimulation.Turn) -> Void = { _, _ in }
    ) async -> [Difference] {
        var differences: [Difference] = []
        var simulation = SkillSimulation(model: model, skill: skill)
        for dialog in dialogs {
            await simulation.close()
            for (index, turn) in dialog.turns.enumerated() {
                let result = await simulation.say(turn.user)
                said(turn, result)
                for (what, expected, found) in [
                    ("request", turn.request, result.request), ("speech", turn.speech, result.speech),
                ] where expected != nil && expected != found {
                    differences.append(
                        Difference(
                            dialog: dialog.name, turn: index + 1, user: turn.user, what: what,
                            expected: expected ?? "", found: found))
                }
            }
        }
        await simulation.close()
        return differences
    }
}
