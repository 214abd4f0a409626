import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusOperations
import SaybusTelemetry
import SaybusYAML
import Yams

/// A reader of a pipeline's file, which goes on after an error with the next field or stage.
struct PipelineFileReader {
    let path: String
    let environment: [String: String]
    /// The names of the variables that the file names, and that the environment has.
    var variables: Set<String> = []
    /// The errors so far.
    private(set) var errors: [PipelineFileError] = []

    init(path: String, environment: [String: String]) { (self.path, self.environment) = (path, environment) }

    private static let fields = [
        "bus", "session", "key", "server-key", "log-level", "metrics", "traces", "environment", "apps", "skills",
        "stages", "hosts",
    ]
    /// The most stages.
    static let maximumStages = 256

    /// Returns the file of a text.
    /// - Throws: The first error.
    mutating func read(_ text: String) throws(PipelineFileError) -> PipelineFile {
        let file = collect(text)
        if let error = errors.first { throw error }
        return file
    }

    /// Returns what can be read of a text; ``errors`` has what cannot.
    mutating func collect(_ text: String) -> PipelineFile {
        var file = PipelineFile(path: path)
        do throws(PipelineFileError) {
            for (key, value) in try mapping(parse(text), "the file") {
                do throws(PipelineFileError) { try readField(key, value, into: &file) } catch { errors.append(error) }
            }
            // A field that could not be read would only make further errors.
            if errors.isEmpty { try complete(&file) }
        } catch {
            errors.append(error)
        }
        return file
    }

    private mutating func readField(
        _ key: Node, _ value: Node, into file: inout PipelineFile
    ) throws(PipelineFileError) {
        switch try name(key) {
        case "bus":
            let bus = try self.text(value, "bus")
            do throws(BusError) { _ = try BusAddress(bus) } catch { throw wrong(value, error.reason) }
            file.bus = bus
        case "session":
            let session = try self.text(value, "session")
            guard Session(rawValue: session) != nil else {
                throw wrong(value, "\"\(session)\" cannot be a session's name: \(Session.nameAdvice)")
            }
            file.session = session
        case "key": file.key = try self.text(value, "key")
        case "server-key": file.serverKey = try self.text(value, "server-key")
        case "log-level":
            file.logLevel = try self.text(value, "log-level")
            guard Logger.Level(rawValue: file.logLevel) != nil else {
                let known = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
                throw wrong(value, "log-level takes \(known), not \"\(file.logLevel.shortened(to: 40))\"")
            }
        case "metrics":
            let address = try self.text(value, "metrics")
            file.telemetry.metrics = ListeningAddress(address)
            if file.telemetry.metrics == nil {
                throw wrong(value, "metrics takes host:port, such as 127.0.0.1:9464, not \"\(address)\"")
            }
        case "traces":
            let url = try self.text(value, "traces")
            file.telemetry.traces = CollectorAddress(url)
            if file.telemetry.traces == nil {
                throw wrong(value, "traces takes the http:// URL of a collector, not \(CollectorAddress.quoted(url))")
            }
        case "environment": file.environment = try programVariables(value)
        case "apps":
            file.apps = try paths(value, "apps")
            for path in file.apps { file.appLines[path] = line(key) }
        case "skills":
            file.skills = try paths(value, "skills")
            for path in file.skills { file.appLines[path] = line(key) }
        case "stages":
            for (name, value) in try mapping(value, "stages") {
                do throws(PipelineFileError) { file.stages.append(try stage(name, value)) } catch {
                    errors.append(error)
                }
            }
        case "hosts":
            for (host, value) in try mapping(value, "hosts") {
                file.hosts[try name(host)] = try texts(value, "hosts")
            }
        case let other: throw unknown(key, other, among: Self.fields)
        }
    }

    /// Checks what the fields say together, and numbers the programs.
    private func complete(_ file: inout PipelineFile) throws(PipelineFileError) {
        guard file.stages.count <= Self.maximumStages else {
            throw PipelineFileError(.field, file: path, "more than \(Self.maximumStages) stages")
        }
        // One that serves Home Assistant leaves the apps to another stage, if there is one: each app is carried out
        // once.
        let bus = file.bus ?? environment["SAYBUS_BUS"] ?? ""
        for index in file.stages.indices {
            let stage = file.stages[index]
            file.stages[index].hostsApps =
                !stage.isWithoutApps && !(stage.servesHome && file.hasOtherHost(besides: stage, bus: bus))
        }
        guard
            file.apps.isEmpty && file.skills.isEmpty
                || file.stages.contains(where: { $0.program == "dispatch" && $0.hostsApps })
        else {
            throw PipelineFileError(
                .field, file: path, line: file.appLines.values.min(),
                "apps and skills are carried out by a dispatch stage: add \"dispatch:\" to stages")
        }
        var count = 0
        for index in file.stages.indices {
            file.stages[index].firstProgram = count
            count += file.hosted(file.stages[index]).count
        }
        let names = file.stages.map(\.name)
        for (host, stages) in file.hosts {
            for stage in stages where !names.contains(stage) {
                throw PipelineFileError(
                    .field, file: path, "hosts: \(host) has the stage \"\(stage)\", which is not under stages")
            }
        }
        file.variables = variables
    }

    private mutating func stage(_ key: Node, _ value: Node) throws(PipelineFileError) -> PipelineFile.Stage {
        let name = try name(key)
        guard Source(role: Role("stage"), instance: name) != nil else {
            throw wrong(key, "\"\(name)\" cannot be a stage's name: \(Session.nameAdvice)")
        }
        var stage = PipelineFile.Stage(name: name, program: name, options: [], line: line(key))
        // A stage without options may have nothing after its name.
        if case .scalar(let scalar) = value, scalar.string.isEmpty { return stage }
        for (option, value) in try mapping(value, "the stage \(name)") {
            let optionName = try self.name(option)
            if optionName == "program" {
                stage.program = try text(value, "program")
                continue
            }
            if optionName == "environment" {
                stage.environment = try programVariables(value)
                continue
            }
            stage.options.append(.init(name: optionName, value: try optionValue(value, optionName), line: line(option)))
        }
        return stage
    }

    private mutating func optionValue(
        _ node: Node, _ name: String
    ) throws(PipelineFileError) -> PipelineFile.Option.Value {
        if case .scalar(let scalar) = node, scalar.style == .plain, ["true", "false"].contains(scalar.string) {
            return .flag(scalar.string == "true")
        }
        if case .sequence = node { return .texts(try texts(node, name)) }
        return .texts([try text(node, name)])
    }
}
