import Foundation
import SaybusOperations
import SaybusSupport

/// A pipeline in one file: its bus, its stages with their options, its apps and skills, and which machine runs what.
public struct PipelineFile: Sendable, Equatable {
    /// A stage, which may be several programs: one for each instance.
    public struct Stage: Sendable, Equatable {
        /// The name, which is also that of the instance.
        var name: String
        /// The program without `saybus-`, such as `transcribe`.
        public var program: String
        /// The options, in the order of the file.
        public var options: [Option]
        /// Variables of the environment of its programs, over those of the file.
        public var environment: [String: String] = [:]
        /// The line in the file, from 1.
        public var line: Int
        /// The number of its first program among those of the file, from 0.
        public var firstProgram = 0
        /// Whether a dispatch stage runs the file's apps and skills.
        public var hostsApps = true
    }

    /// An option of a stage.
    public struct Option: Sendable, Equatable {
        /// A value of an option.
        public enum Value: Sendable, Equatable {
            /// `true` or `false`.
            case flag(Bool)
            /// Texts or numbers; several for an option that can be repeated.
            case texts([String])
        }

        /// The name, without hyphens before it.
        var name: String
        /// A flag's Boolean, or the texts of an option.
        var value: Value
        /// The line in the file, from 1.
        public var line: Int
    }

    /// The path of the file, as it was given.
    public var path: String
    /// The URL of the bus; nil for the default one.
    public var bus: String?
    /// The conversation of all stages; nil for all conversations.
    public var session: String?
    /// The key of all programs but the broker; nil leaves it to each stage and to the environment.
    public var key: String?
    /// The broker's public key, for all programs but the broker; likewise.
    public var serverKey: String?
    /// The log level of all programs.
    var logLevel = "notice"
    /// The metrics and traces of all programs.
    var telemetry = PipelineTelemetry()
    /// Variables of the programs' environment.
    public var environment: [String: String] = [:]
    /// The apps: YAML files, by their absolute paths.
    public var apps: [String] = []
    /// The skills: files and folders, by their absolute paths.
    var skills: [String] = []
    /// The lines that name the apps and skills, by their paths.
    var appLines: [String: Int] = [:]
    /// The stages, in the order of the file.
    public var stages: [Stage] = []
    /// The names of the stages that each machine runs; empty when one machine runs all.
    public var hosts: [String: [String]] = [:]
    /// The names of the variables that stand in the file as `${NAME}`.
    public var variables: Set<String> = []

    /// The programs whose options the schema describes.
    public static let knownPrograms = [
        "broker", "listen", "transcribe", "intent", "dispatch", "audio", "mqtt", "wyoming", "esphome", "link",
        "console",
    ]

    /// The largest file, in bytes.
    static let maximumSize = 1 << 20
    /// The places where a file is looked for when none is named, the first one that exists.
    public static var places: [String] {
        ["\(UserDirectory.configuration.saybus())/saybus.yaml", "/etc/saybus/saybus.yaml"]
    }

    /// The file that is used when none is named; nil when there is none.
    public static var found: String? { places.first { FileManager.default.isReadableFile(atPath: $0) } }

    init(path: String) { self.path = path }

    /// Reads a file.
    /// - Parameters:
    ///   - path: The file's path.
    ///   - environment: The variables that `${NAME}` stands for.
    /// - Throws: ``PipelineFileError``, the first one.
    public init(
        at path: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(PipelineFileError) {
        let (file, errors) = Self.reading(path, environment: environment)
        if let error = errors.first { throw error }
        self = file
    }

    /// Returns what can be read of a file, and all errors.
    /// - Parameters:
    ///   - path: The file's path.
    ///   - environment: The variables for `${NAME}` in the file.
    ///   - orPipe: Whether the file may be a pipe, as when it is only checked.
    public static func reading(
        _ path: String, environment: [String: String] = ProcessInfo.processInfo.environment, orPipe: Bool = false
    ) -> (file: PipelineFile, errors: [PipelineFileError]) {
        func refused(
            _ code: PipelineFileError.Code, _ reason: String
        ) -> (file: PipelineFile, errors: [PipelineFileError]) {
            (PipelineFile(path: path), [PipelineFileError(code, file: path, reason)])
        }
        let bytes: [UInt8]
        do throws(FileReadError) {
            bytes = try RegularFile(path, atMost: Self.maximumSize, orPipe: orPipe).bytes
        } catch {
            guard error.code != .tooLarge else { return refused(.syntax, "expected text in UTF-8 of at most 1 MiB") }
            return refused(.unreadable, "the file \(error)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return refused(.syntax, "expected text in UTF-8 of at most 1 MiB")
        }
        var reader = PipelineFileReader(path: path, environment: environment)
        let file = reader.collect(text)
        return (file, reader.errors)
    }

    /// Returns the keys with which `saybus up` itself is on the bus: those of the file, where a program of the machine
    /// uses them or the machine has them, else those of its first stage, since the machine may have no others.
    /// - Parameters:
    ///   - host: The name in the file of the machine that runs `saybus up`; nil when it runs all stages.
    ///   - isHere: Returns whether the machine has a secret key.
    /// - Throws: ``PipelineFileError`` for a machine that the file does not name.
    public func ownKeys(
        of host: String?, isHere: (String) -> Bool
    ) throws(PipelineFileError) -> (key: String?, serverKey: String?) {
        let stages = try stages(of: host).filter { $0.program != "broker" }
        func own(_ name: String, _ common: String?) -> String? {
            let keys = stages.map { stage -> String? in
                guard case .texts(let texts)? = stage.option(name)?.value else { return nil }
                return texts.first
            }
            if keys.contains(nil) || name == "key" && common.map(isHere) == true { return common }
            return keys.first ?? common
        }
        return (own("key", key), own("server-key", serverKey))
    }

    /// Returns the stages that a machine runs.
    /// - Parameter host: The machine's name in the file; nil for all stages.
    /// - Throws: ``PipelineFileError`` for a machine that the file does not name.
    public func stages(of host: String?) throws(PipelineFileError) -> [Stage] {
        guard let host else { return stages }
        guard let names = hosts[host] else {
            let known = hosts.keys.sorted().joined(separator: ", ")
            throw PipelineFileError(
                .field, file: path,
                "there is no machine \"\(host)\" under hosts\(known.isEmpty ? "" : "; there are \(known)")")
        }
        return stages.filter { names.contains($0.name) }
    }
}
