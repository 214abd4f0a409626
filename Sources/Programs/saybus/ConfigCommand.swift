import ArgumentParser
import Foundation
import SaybusBus
import SaybusMessages
import SaybusOperations
import SaybusPipelineFiles
import SaybusStage
import SaybusTerminal

/// The `saybus config` command.
struct ConfigCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Checks and shows the file of a pipeline, which saybus up runs.",
        discussion: """
            The default FILE is ~/.config/saybus/saybus.yaml, else /etc/saybus/saybus.yaml.

            Examples: saybus config check home.yaml
                      saybus config show home.yaml --host hall      the commands that saybus up runs on this machine
                      saybus config schema > saybus.schema.json     for an editor
                      saybus config run listen home.yaml            one stage, for a service manager or a container
                      saybus up home.yaml

            Exit codes: 0; 1 of run --condition: there is no such stage; 66 there is no file, 69 a program is missing, 78 an invalid file.
            """,
        subcommands: [Check.self, Show.self, Run.self, Schema.self], defaultSubcommand: Check.self)

    /// `saybus config check`
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Checks a file, and the options of its stages.")

        @OptionGroup var file: PipelineFileOptions

        func run() async throws {
            try await reportingFailure("saybus config") {
                let found = try file.checked()
                let check = PipelineFileCheck(found, host: file.host, bus: try BusAddress.chosen(found.bus).url)
                let (count, problems, notes) = try await check.run()
                for note in notes {
                    TextOutput.standardError.line(LineSplitter.printable("saybus config: note: \(note)"))
                }
                try PipelineFileOptions.report(problems)
                TextOutput.standardOutput.line("\(found.path): \(count) program\(count == 1 ? "" : "s"), no errors")
            }
        }
    }

    /// `saybus config show`
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the commands that saybus up runs, and which variables of the environment count for them.")

        @OptionGroup var file: PipelineFileOptions

        func run() async throws {
            try await reportingFailure("saybus config") {
                let (found, pipeline) = try await file.described()
                let environment = ProcessInfo.processInfo.environment
                for influence in try EnvironmentInfluence.list(environment, on: found, host: file.host) {
                    TextOutput.standardOutput.line("# \(influence.line)")
                }
                for (name, value) in found.environment.sorted(by: { $0.key < $1.key }) {
                    TextOutput.standardOutput.line("export \(name)=\(ShellWord.quoted(value))")
                }
                for program in pipeline.programs {
                    let own = program.environment.filter { found.environment[$0.key] != $0.value }
                    let variables = own.sorted { $0.key < $1.key }.map { "\($0.key)=\(ShellWord.quoted($0.value))" }
                    let words = ([program.path] + program.arguments).map(ShellWord.quoted)
                    TextOutput.standardOutput.line((variables + words).joined(separator: " "))
                }
            }
        }
    }

    /// `saybus config run`
    struct Run: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Runs the program of one stage in the place of this one, with the options of the file.")

        @Argument(help: "The stage's name; that of the instance when there are several, such as dispatch-pizza.")
        var stage: String

        @Flag(
            help:
                "Only check whether the file has the stage: exit code 1 if not, else 0, also for a wrong file, whose errors are reported when the stage runs."
        )
        var condition = false

        @OptionGroup var file: PipelineFileOptions

        func run() async throws {
            try await reportingFailure("saybus config") {
                if condition {
                    guard let found = try? file.read(), found.hasInstance(stage) == false else { return }
                    let services = found.namedServices(of: stage).joined(separator: " ")
                    let advice = services.isEmpty ? "" : "; instead run: systemctl enable --now \(services)"
                    TextOutput.standardOutput.line("\(found.path) has no stage \(stage)\(advice)")
                    throw ExitCode(1)
                }
                let found = try file.read()
                try await FilePipeline.become(stage, of: found, bus: BusAddress.chosen(found.bus).url)
            }
        }
    }

    /// `saybus config schema`
    struct Schema: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Prints the JSON Schema of the file, with the options of the programs that are installed.")

        func run() async throws {
            try await reportingFailure("saybus config") {
                let finder = ProgramFinder()
                var programs: [String: ProgramOptions] = [:]
                for name in PipelineFile.knownPrograms {
                    guard let path = finder.path(of: "saybus-\(name)") else { continue }
                    programs[name] = try await ProgramOptions(of: path)
                }
                TextOutput.standardOutput.line(PipelineFileSchema.json(programs).text(indented: true))
            }
        }
    }
}

/// The options that name the file of a pipeline and a machine in it.
struct PipelineFileOptions: ParsableArguments {
    @Argument(help: "The file; default: ~/.config/saybus/saybus.yaml, else /etc/saybus/saybus.yaml.")
    var path: String?

    @Option(help: ArgumentHelp("The machine, as the file's hosts name it; default: all stages.", valueName: "name"))
    var host: String?

    /// Reads the file and prepares its pipeline, also that of a machine whose keys are not here.
    func described() async throws -> (PipelineFile, FilePipeline) {
        let file = try Self.file(at: chosenPath)
        return (file, try await FilePipeline(file, host: host, bus: BusAddress.chosen(file.bus).url))
    }

    /// Reads the file, with the stages of the machine.
    func read() throws -> PipelineFile {
        var file = try Self.file(at: chosenPath)
        file.stages = try file.stages(of: host)
        return file
    }

    /// Reads the file to check it, and reports all its errors.
    func checked() throws -> PipelineFile {
        let (file, errors) = PipelineFile.reading(try chosenPath, orPipe: true)
        if let error = errors.first, error.code == .unreadable { throw StageFailure(.noInput, error.description) }
        try Self.report(errors)
        return file
    }

    /// Prints all problems but the last one, which is thrown.
    static func report(_ problems: [PipelineFileError]) throws {
        for problem in problems.dropLast() {
            TextOutput.standardError.line(LineSplitter.printable("saybus config: \(problem)"))
        }
        if let last = problems.last { throw last }
    }

    private var chosenPath: String {
        get throws(StageFailure) {
            if let path = path ?? PipelineFile.found { return path }
            throw StageFailure(
                .noInput, "there is no file: name one, or write \(PipelineFile.places.joined(separator: " or "))")
        }
    }

    /// Reads a file. One that cannot be read is no input, unlike one with an error.
    private static func file(at path: String) throws -> PipelineFile {
        do throws(PipelineFileError) {
            return try PipelineFile(at: path)
        } catch {
            guard error.code == .unreadable else { throw error }
            throw StageFailure(.noInput, error.description)
        }
    }

    /// Reads a file and prepares the pipeline of a machine.
    /// - Parameter log: The format of the logs; nil for that of the file or of the environment.
    static func pipeline(
        _ path: String, host: String?, log: String? = nil
    ) async throws -> (PipelineFile, BusAddress, FilePipeline) {
        var file = try file(at: path)
        if let log { file.environment["SAYBUS_LOG"] = log }
        let keys = try file.ownKeys(of: host) { (try? KeyDirectory().secret($0)) != nil }
        let address = try BusAddress.chosen(file.bus).with(key: keys.key, serverKey: keys.serverKey)
        return (file, address, try await FilePipeline(file, host: host, bus: address.url))
    }
}
