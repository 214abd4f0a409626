import Foundation
import SaybusAppFiles
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusSkillHosting
import SaybusStage

extension PipelineFileCheck {
    /// The options that name a file which must exist, by the programs without `saybus-`.
    private static let files: [String: Set<String>] = [
        "dispatch": ["token-file"], "intent": ["edits", "model"], "listen": ["wav"],
        "link": ["nkey-seed", "credentials", "ca", "certificate", "certificate-key"],
        "mqtt": ["password-file", "ca", "certificate", "certificate-key", "hermes-intents"],
    ]
    /// The programs with an option `sounds` of folders, which may stand after an instance's name.
    private static let players: Set<String> = ["audio", "console"]

    /// The problems of the apps and skills.
    var appProblems: [PipelineFileError] {
        var problems: [PipelineFileError] = []
        var seen: Set<String> = []
        for path in file.apps + file.skills where !seen.insert(path).inserted {
            problems.append(
                named(path, "\(path) stands here twice: one of them would wait for ever, and carry out nothing"))
        }
        for finding in AppCheck(files: file.apps.filter { seen.remove($0) != nil }).findings
        where finding.severity == .error {
            if finding.code == AppFileError.Problem.Code.unreadable.rawValue {
                problems.append(named(finding.file, "\(finding.file) \(finding.message)"))
            } else {
                problems.append(
                    PipelineFileError(.field, file: finding.file, line: finding.line, finding.message))
            }
        }
        for path in file.skills where seen.remove(path) != nil {
            do {
                _ = try SkillDescription(contentsOf: path)
                _ = try SkillModel(ofSkill: path)
            } catch {
                problems.append(named(path, (error as? StageFailure)?.reason ?? "\(error)"))
            }
        }
        return problems
    }

    /// Returns the problems of the keys, the policy, the files and the sound folders that the stages name.
    func namedProblems(of stages: [PipelineFile.Stage]) -> [PipelineFileError] {
        let variables = ProcessInfo.processInfo.environment.merging(file.environment) { $1 }
        let keys = KeyDirectory(environment: variables)
        var problems: [PipelineFileError] = []
        let others = stages.filter { $0.program != "broker" }
        if let key = file.key, others.contains(where: { $0.option("key") == nil }) {
            do throws(BusError) { _ = try keys.secret(key) } catch { problems.append(wrong(nil, error.reason)) }
        }
        if let key = file.serverKey, others.contains(where: { $0.option("server-key") == nil }) {
            do throws(BusError) { _ = try keys.publicKey(key) } catch { problems.append(wrong(nil, error.reason)) }
        }
        for stage in stages {
            for option in stage.options {
                guard case .texts(let texts) = option.value else { continue }
                for text in texts {
                    guard let problem = problem(of: text, option.name, in: stage, keys) else { continue }
                    problems.append(wrong(option.line, "stage \(stage.name): \(problem)"))
                }
            }
        }
        return problems
    }

    /// Returns why an option's value cannot be used; nil when it can.
    private func problem(
        of text: String, _ option: String, in stage: PipelineFile.Stage, _ keys: KeyDirectory
    ) -> String? {
        switch option {
        case "key":
            do throws(BusError) { _ = try keys.secret(text) } catch { return error.reason }
        case "server-key":
            do throws(BusError) { _ = try keys.publicKey(text) } catch { return error.reason }
        case "policy" where stage.program == "broker":
            do throws(PolicyError) { _ = try Policy(file: text, keys: keys) } catch { return "\(error)" }
        case "sounds" where Self.players.contains(stage.program):
            return Self.problem(ofFolder: text)
        case _ where Self.files[stage.program]?.contains(option) == true:
            guard access(text, R_OK) == 0 else {
                return "the file \(text) of \(option) cannot be read: \(String(cString: strerror(errno)))"
            }
        default: break
        }
        return nil
    }

    /// Returns why `FOLDER` or `INSTANCE=FOLDER` cannot be used; nil when it can.
    private static func problem(ofFolder text: String) -> String? {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        let hasOwner = parts.count == 2 && Source(role: "dispatch", instance: parts[0]) != nil
        let path = hasOwner ? parts[1] : text
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return "there is no folder \(path) of sounds"
        }
        return nil
    }

    private func named(_ path: String, _ reason: String) -> PipelineFileError {
        wrong(file.appLines[path], reason)
    }

    private func wrong(_ line: Int?, _ reason: String) -> PipelineFileError {
        PipelineFileError(.field, file: file.path, line: line, reason)
    }
}
