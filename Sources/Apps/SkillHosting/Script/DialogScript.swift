import Foundation
import SaybusSkills
import SaybusStage
import SaybusSupport
import Yams

/// Scripted dialogs with a skill: the user's utterances, and the expected requests and speech.
///
/// ```yaml
/// dialogs:
///   - name: an order
///     turns:
///       - {user: open pizza place, request: LaunchRequest, speech: Welcome.}
/// ```
///
/// A request is written as its type or intent name, followed by the intent's `dialogState`. The last request of
/// a turn counts; `none` stands for a turn without a request. An empty `user` stands for silence.
public struct DialogScript: Sendable, Equatable, Decodable {
    /// A dialog. It starts without a session.
    public struct Dialog: Sendable, Equatable, Decodable {
        /// The dialog's name.
        public var name: String
        /// The dialog's turns.
        public var turns: [Turn]
    }

    /// One turn.
    public struct Turn: Sendable, Equatable, Decodable {
        /// The user's utterance.
        public var user: String
        /// The expected last request; nil for any.
        public var request: String?
        /// The expected speech without markup; nil for any.
        public var speech: String?
    }

    /// A difference between a turn and the script.
    public struct Difference: Sendable, Equatable, CustomStringConvertible {
        /// The dialog's name.
        public var dialog: String
        /// The turn's number, from 1.
        public var turn: Int
        /// The user's utterance.
        public var user: String
        /// The differing part: `request` or `speech`.
        public var what: String
        /// The scripted text.
        public var expected: String
        /// The actual text.
        public var found: String

        /// The difference as a sentence.
        public var description: String {
            "\(dialog), turn \(turn), \"\(user)\": the \(what) is \"\(found)\", and \"\(expected)\" is written"
        }
    }

    /// The dialogs.
    public var dialogs: [Dialog]

    /// The most bytes of a script.
    static let maximumSize = 4 << 20

    /// Reads a script.
    /// - Throws: `StageFailure`: `no-input` or `configuration`.
    public init(contentsOf file: String) throws {
        let data: Data
        do throws(FileReadError) {
            data = Data(try RegularFile(file, atMost: Self.maximumSize).bytes)
        } catch {
            throw StageFailure(.noInput, "\(file): the file \(error)")
        }
        func wrong(_ reason: String) -> StageFailure {
            StageFailure(.configuration, "\(file): the file is no script of dialogs: \(reason)")
        }
        do {
            self = try YAMLDecoder().decode(DialogScript.self, from: data)
            if let problem = try Self.unknownField(in: data) { throw wrong(problem) }
        } catch let error as StageFailure {
            throw error
        } catch {
            throw wrong(error.plainReason)
        }
        if dialogs.isEmpty { throw wrong("it has no dialogs") }
    }

    /// Returns a sentence about the first field that no script has; nil when there is none.
    private static func unknownField(in data: Data) throws -> String? {
        func unknown(_ node: Node?, _ fields: [String]) -> String? {
            for (key, _) in node?.mapping ?? [:] where !fields.contains(key.string ?? "") {
                let line = key.mark.map { "line \($0.line): " } ?? ""
                return "\(line)there is no field \"\(key.string ?? "")\"; there are \(fields.joined(separator: ", "))"
            }
            return nil
        }
        let root = try Yams.compose(yaml: String(decoding: data, as: UTF8.self))
        if let problem = unknown(root, ["dialogs"]) { return problem }
        for dialog in root?["dialogs"]?.sequence ?? [] {
            if let problem = unknown(dialog, ["name", "turns"]) { return problem }
            for turn in dialog["turns"]?.sequence ?? [] {
                if let problem = unknown(turn, ["user", "request", "speech"]) { return problem }
            }
        }
        return nil
    }

    /// Runs the dialogs one after the other, as sessions of one conversation.
    /// - Parameters:
    ///   - model: The skill's model.
    ///   - skill: The skill.
    ///   - identity: The ids that the skill gets; nil for those of simulations.
    ///   - said: Receives every turn.
    /// - Returns: The turns that differ from the script.
    public func differences(
        model: SkillModel, skill: any Skill, identity: SkillIdentity? = nil,
        said: (Turn, SkillSimulation.Turn) -> Void = { _, _ in }
    ) async -> [Difference] {
        var differences: [Difference] = []
        var simulation = SkillSimulation(model: model, skill: skill, identity: identity)
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
