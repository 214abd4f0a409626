import Foundation
import SaybusTesting

/// The files of an app under test, in a folder of their own.
final class AppModelFiles: Sendable {
    private let folder: String

    /// A folder without files.
    init() throws {
        folder = NSTemporaryDirectory() + "saybus-model-" + UUID().uuidString.prefix(13).lowercased()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The file to which "work" appends a line.
    var marks: String { folder + "/marks" }
    /// The FIFO at which "work" waits.
    var gate: String { folder + "/gate" }

    /// The number of times that "work" was carried out.
    var markCount: Int {
        let text = (try? String(contentsOfFile: marks, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").count
    }

    /// The app as YAML.
    var app: String {
        """
        app: \(AppModel.app)
        commands:
          Ping:
            patterns: [ping]
            do: [{speak: "Pong."}]
          Work:
            patterns: [work]
            do:
              - exec:
                  run: [sh, -c, 'echo work >> "$1"; read x < "$2"; exit 0', sh, "\(marks)", "\(gate)"]
                  timeout: 60s
              - speak: "Done."
          Ask:
            patterns: [ask me]
            do:
              - ask:
                  kind: confirmation
                  prompt: "Ready?"
                  yes: [{speak: "Good."}]
                  no: [{speak: "Bad."}]
        """
    }

    /// A small app as YAML whose dispatcher carries commands to remote apps.
    var carrier: String { Self.neighbour("carrier", says: "carry this") }

    /// Returns an app as YAML with a single command, which is answered with the app's name.
    static func neighbour(_ name: String, says phrase: String) -> String {
        """
        app: \(name)
        commands:
          Single:
            patterns: ["\(phrase)"]
            do: [{speak: "\(name)"}]
        """
    }

    /// Writes a YAML app.
    /// - Returns: The path of the file.
    func write(yaml: String, as name: String = "app.yaml") throws -> String {
        try yaml.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
        return folder + "/" + name
    }

    /// Writes the description and the interaction model of the skill.
    /// - Returns: The path of the skill's folder.
    func writeSkill() throws -> String {
        let program = PackageFolder.containing().path + "/Tests/Stages/Dispatch/AppModels/model_skill.py"
        let python = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] ?? "/usr/bin/python3"
        try """
        skill: \(AppModel.app)
        model: en-US.json
        program: ["\(python)", "-B", "\(program)", "\(marks)", "\(gate)"]
        processes: 8
        timeout: 60
        patience: 120
        """.write(toFile: folder + "/skill.yaml", atomically: true, encoding: .utf8)
        let intents = [("PingIntent", "ping"), ("WorkIntent", "work"), ("AskIntent", "ask me")]
            .map { #"{"name": "\#($0.0)", "slots": [], "samples": ["\#($0.1)"]}"# }
        let own = ["YesIntent", "NoIntent", "StopIntent"].map { #"{"name": "AMAZON.\#($0)", "samples": []}"# }
        try #"""
        {"interactionModel": {"languageModel": {
          "invocationName": "sandbox", "intents": [\#((intents + own).joined(separator: ", "))], "types": []
        }}}
        """#.write(toFile: folder + "/en-US.json", atomically: true, encoding: .utf8)
        return folder
    }
}
