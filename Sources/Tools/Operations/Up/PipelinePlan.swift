import Foundation
import SaybusMessages

/// The programs of a pipeline and their arguments.
public struct PipelinePlan: Sendable {
    /// The sources of sound.
    public enum Input: Sendable, Equatable {
        /// No sound: turns come from `saybus ask`, or from a listening stage started elsewhere.
        case none
        /// Files, one after the other.
        case files([String])
        /// A microphone; nil is the default one.
        case microphone(String?)
    }

    /// The URL of the bus.
    var bus: String
    /// The conversation; nil is the default one.
    public var session: String?
    /// The log level of all programs.
    var logLevel: String
    /// Seconds that a stage waits for the broker; nil for the default of each stage.
    public var wait: Double?
    /// The apps: YAML files, and programs (executable files). Without apps and skills, the example app is run. Each app
    /// plays the sound files of its folder.
    public var apps: [String] = []
    /// Whether to run no app where none is named, for apps that are started elsewhere.
    public var withoutApp = false
    /// The files or folders of the skills. Each skill plays the sound files of its folder.
    public var skills: [String] = []
    /// The wake words, each a phrase or `phrase=session`; empty listens all the time.
    public var wake: [String] = []
    /// Further options of saybus-listen, such as `--push-to-talk`.
    var listening: [String] = []
    /// The source of sound.
    public var input = Input.none
    /// The destination of sound, in the form that saybus-audio takes; nil is the loudspeaker if there is one.
    public var sink: String?
    /// The options that choose the recognizer of saybus-transcribe; empty for its default.
    public var recognizer: [String] = []
    /// The options that choose the synthesizer of saybus-audio; empty for its default.
    public var synthesizer: [String] = []
    /// The program and arguments of a recognizer that is a program of its own.
    public var recognizerProgram: [String] = []

    /// The programs' key, in the form that the programs take; nil leaves it to the environment.
    public var key: String?
    /// The broker's public key, like ``key``.
    public var serverKey: String?
    /// The broker's own key, in the form that the broker takes; nil leaves it to the environment.
    public var brokerKey: String?
    /// The broker's policy file; nil leaves it to the environment.
    public var policy: String?

    /// The number of instances of each role, which share the conversations. A role that is not named has one instance.
    public var replicas: [Role: Int] = [:]
    /// The address at which `saybus-console` serves its page; nil without it.
    public var console: String?
    /// The roles whose stages are started elsewhere: a program of one's own takes their place.
    public var without: Set<Role> = []

    /// The metrics and traces of the programs.
    public var telemetry = PipelineTelemetry()

    /// The roles that a plan can do without.
    public static let replaceable: Set<Role> = [.audio, .dispatch, .intent, .transcribe]

    /// The roles whose stages give way to a program that `saybus swap` starts. A dispatcher is not among them: for the
    /// moment in which two of them worked, commands would be carried out twice.
    public static let swappable: Set<Role> = [.intent, .transcribe]

    /// The roles that may have several instances.
    public static let replicable: Set<Role> = [.dispatch, .intent, .transcribe]

    /// Creates a pipeline whose turns come as text and whose answers are spoken.
    public init(bus: String, logLevel: String = "notice") { (self.bus, self.logLevel) = (bus, logLevel) }

    /// The number of instances of each role that has several.
    public var instances: [Role: Int] {
        var instances = replicas
        let files = apps.count { !Self.isProgram($0) } + skills.count
        instances[.dispatch] = (replicas[.dispatch] ?? 1) * max(1, files)
        return instances
    }

    /// The instances of the apps that are programs.
    public var programInstances: Set<String> {
        Set(apps.indices.filter { Self.isProgram(apps[$0]) }.map(Self.programName))
    }

    /// Whether the dispatch stages have apps of their own: files, skills, or the example.
    public var hasApps: Bool {
        !skills.isEmpty || apps.contains { !Self.isProgram($0) } || apps.isEmpty && !withoutApp
    }

    static func programName(_ index: Int) -> String { "app-\(index + 1)" }

    /// Returns whether an app is a program: a file that may be executed, and no YAML file.
    static func isProgram(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        let isYAML = [".yaml", ".yml"].contains { path.lowercased().hasSuffix($0) }
        return !isYAML && access(path, X_OK) == 0
            && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
    }

    /// The roles whose stages must be ready.
    public var roles: Set<Role> {
        var roles = Set<Role>([.broker, .audio, .dispatch, .intent, .transcribe]).subtracting(without)
        if console != nil { roles.insert(.console) }
        // A listening stage that reads files may have finished before its readiness is checked.
        if case .microphone = input { roles.insert(.listen) }
        return roles
    }
}
