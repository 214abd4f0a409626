import SaybusSupport

/// A variable of the environment that a pipeline's programs or its file read.
public struct EnvironmentInfluence: Sendable, Equatable {
    /// The use that a pipeline makes of a variable.
    enum Effect: Sendable, Equatable {
        /// The programs read the variable.
        case used
        /// The file contains the variable, as `${NAME}`.
        case substituted
        /// A field of the file replaces the variable.
        case overridden(by: String)
    }

    /// The variable's name.
    let name: String
    /// The variable's value, which may be a secret.
    let value: String
    /// The use that the pipeline makes of it.
    let effect: Effect

    /// The line that tells it. The value of a variable that stands in the file may be a secret, and is not shown.
    public var line: String {
        let assignment = "\(name)=\(ShellWord.quoted(LogLine.clean(value, limit: 200)))"
        return switch effect {
        case .used: "\(assignment) is used: the file does not say it"
        case .substituted: "\(name) stands in the file as ${\(name)}"
        case .overridden(let field): "\(assignment) is not used: the file has \(field)"
        }
    }

    /// Returns the variables that programs of a pipeline read, and those that stand in its file, by their names.
    /// - Parameters:
    ///   - environment: The environment of `saybus up`.
    ///   - file: The file.
    ///   - host: The machine's name in the file; nil for all stages.
    public static func list(
        _ environment: [String: String], on file: PipelineFile, host: String?
    ) throws(PipelineFileError) -> [EnvironmentInfluence] {
        let broker = try file.stages(of: host).first { $0.program == "broker" }
        // The fields that count more than a variable, each with whether the file has it.
        let fields: [String: (field: String, isSet: Bool)] = [
            "SAYBUS_BUS": ("bus", file.bus != nil),
            "SAYBUS_KEY": ("key", file.key != nil),
            "SAYBUS_SERVER_KEY": ("server-key", file.serverKey != nil),
            "SAYBUS_BROKER_KEY": ("key of the broker", broker?.option("key") != nil),
            "SAYBUS_POLICY": ("policy of the broker", broker?.option("policy") != nil),
        ]
        return environment.filter { !$0.value.isEmpty }.compactMap { name, value in
            if file.variables.contains(name) { return Self(name: name, value: value, effect: .substituted) }
            guard read.contains(name) else { return nil }
            if file.environment[name] != nil {
                return Self(name: name, value: value, effect: .overridden(by: "environment"))
            }
            if let field = fields[name], field.isSet {
                return Self(name: name, value: value, effect: .overridden(by: field.field))
            }
            return Self(name: name, value: value, effect: .used)
        }.sorted { $0.name < $1.name }
    }

    /// The variables that the programs read.
    private static let read: Set = [
        "SAYBUS_BUS", "SAYBUS_KEY", "SAYBUS_SERVER_KEY", "SAYBUS_BROKER_KEY", "SAYBUS_POLICY", "SAYBUS_LANGUAGE",
        "SAYBUS_LOG", "SAYBUS_MODELS", "SAYBUS_STATE", "ESPEAK_DATA_PATH", "VOSK_MODEL", "WHISPER_MODEL",
        "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_SERVICE_NAME", "OTEL_SDK_DISABLED",
        "OTEL_TRACES_EXPORTER",
    ]
}
