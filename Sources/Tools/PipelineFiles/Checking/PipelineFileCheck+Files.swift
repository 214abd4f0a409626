import Foundation
import Glibc
import SaybusAppFiles
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusPhrases
import SaybusSkillHosting
import SaybusStage

extension PipelineFileCheck {
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

    /// Returns whether a file is that of the systemd services.
    static func isOfServices(_ path: String) -> Bool {
        URL(fileURLWithPath: path).standardizedFileURL.path.hasPrefix("/etc/saybus/")
    }

    /// Returns the variables with which the stages of a file run.
    ///
    /// The systemd services have their settings and keys in `/etc`, and not the language of the user who checks their
    /// file.
    static func variables(ofFile path: String, _ environment: [String: String]) -> [String: String] {
        guard isOfServices(path) else { return environment }
        var variables = environment
        variables[Language.variable] = nil
        return variables.merging(["XDG_CONFIG_HOME": "/etc"]) { own, _ in own }
    }

    /// Returns a note about a relative path: the user who checks the pipeline's file may find it, but the systemd
    /// services do not, since they run in the root directory.
    static func finding(ofRelativePath path: String, inFile file: String) -> NamedFinding? {
        guard isOfServices(file), !path.hasPrefix("/"), access("/\(path)", F_OK) != 0 else { return nil }
        return .note("the services would look for /\(path), since they run in the root directory: write the whole path")
    }

    /// Checks the keys, the policy, the files and the sound folders that the stages name.
    func namedFindings(
        of stages: [PipelineFile.Stage]
    ) -> (problems: [PipelineFileError], notes: [PipelineFileError]) {
        let environment = Self.variables(ofFile: file.path, ProcessInfo.processInfo.environment)
            .merging(file.environment) { $1 }
        let keys = KeyDirectory(environment: environment)
        var found: (problems: [PipelineFileError], notes: [PipelineFileError]) = ([], [])
        func add(_ finding: NamedFinding?, _ line: Int?, _ prefix: String = "") {
            switch finding {
            case .problem(let reason): found.problems.append(wrong(line, prefix + reason))
            case .note(let reason): found.notes.append(wrong(line, prefix + reason))
            case nil: break
            }
        }
        let others = stages.filter { $0.program != "broker" }
        if let key = file.key, others.contains(where: { $0.option("key") == nil }) {
            add(Self.finding(ofSecretKey: key, keys), nil)
        }
        if let key = file.serverKey, others.contains(where: { $0.option("server-key") == nil }) {
            add(Self.finding(ofPublicKey: key, keys), nil)
        }
        if stages.contains(where: { $0.environment[Language.variable] == nil }) {
            add(finding(ofLanguageIn: environment), nil)
        }
        for stage in stages {
            add(finding(ofLanguageIn: stage.environment), stage.line, "stage \(stage.name): ")
            for option in stage.options {
                guard case .texts(let texts) = option.value else { continue }
                for text in texts {
                    add(finding(of: text, option.name, in: stage, keys), option.line, "stage \(stage.name): ")
                }
            }
        }
        return found
    }

    /// Returns the finding about an option's value; nil when the value can be used.
    private func finding(
        of text: String, _ option: String, in stage: PipelineFile.Stage, _ keys: KeyDirectory
    ) -> NamedFinding? {
        switch option {
        case "key": return Self.finding(ofSecretKey: text, keys)
        case "server-key": return Self.finding(ofPublicKey: text, keys)
        case "policy" where stage.program == "broker":
            return Self.finding(ofPolicy: text, keys) ?? Self.finding(ofRelativePath: text, inFile: file.path)
        case "sounds" where Self.players.contains(stage.program): return finding(ofFolder: text)
        default:
            guard let kind = NamedPath(option, of: stage.program), let path = kind.path(in: text) else { return nil }
            return kind.finding(of: path, option) ?? Self.finding(ofRelativePath: path, inFile: file.path)
        }
    }

    /// Returns the finding about the language file that variables name; nil when it can be used, or there is none.
    private func finding(ofLanguageIn variables: [String: String]) -> NamedFinding? {
        guard let path = variables[Language.variable], !path.isEmpty else { return nil }
        do throws(LanguageError) { _ = try Language(contentsOf: path) } catch {
            return Self.finding(ofFile: path, "\(Language.variable): \(error)")
        }
        return Self.finding(ofRelativePath: path, inFile: file.path)
    }

    private static func finding(ofSecretKey text: String, _ keys: KeyDirectory) -> NamedFinding? {
        do throws(BusError) { _ = try keys.secret(text) } catch {
            return finding(ofFile: text.contains("/") ? text : "\(keys.path)/\(text).secret", error.reason)
        }
        return nil
    }

    private static func finding(ofPublicKey text: String, _ keys: KeyDirectory) -> NamedFinding? {
        do throws(BusError) { _ = try keys.publicKey(text) } catch {
            return finding(ofFile: text.contains("/") ? text : "\(keys.path)/\(text).public", error.reason)
        }
        return nil
    }

    private static func finding(ofPolicy text: String, _ keys: KeyDirectory) -> NamedFinding? {
        do throws(PolicyError) { _ = try Policy(file: text, keys: keys) } catch {
            // The policy names users by their public keys.
            let path = access(keys.path, X_OK) != 0 && errno == EACCES ? keys.path : text
            return finding(ofFile: path, "\(error)")
        }
        return nil
    }

    private static func finding(ofFile path: String, _ reason: String) -> NamedFinding {
        let number = access(path, R_OK) == 0 ? 0 : errno
        return NamedFinding(path, number, reason)
    }

    /// Returns a note about `FOLDER` or `INSTANCE=FOLDER` that is not there: it may be made later, and no program
    /// refuses it.
    private func finding(ofFolder text: String) -> NamedFinding? {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        let hasOwner = parts.count == 2 && Source(role: .dispatch, instance: parts[0]) != nil
        let path = hasOwner ? parts[1] : text
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            return .note("there is no folder \(path) of sounds")
        }
        return Self.finding(ofRelativePath: path, inFile: file.path)
    }

    private func named(_ path: String, _ reason: String) -> PipelineFileError {
        wrong(file.appLines[path], reason)
    }

    private func wrong(_ line: Int?, _ reason: String) -> PipelineFileError {
        PipelineFileError(.field, file: file.path, line: line, reason)
    }
}
