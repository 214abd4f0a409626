import ArgumentParser
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
            Without FILE, ~/.config/saybus/saybus.yaml is meant, else /etc/saybus/saybus.yaml.

            Examples: saybus config check home.yaml
                      saybus config show home.yaml --host hall      the commands that saybus up runs on this machine
                      saybus config schema > saybus.schema.json     for an editor
                      saybus up home.yaml

            Exit codes: 0, 66 there is no file, 69 a program is missing, 78 an invalid file.
            """,
        subcommands: [Check.self, Show.self, Schema.self], defaultSubcommand: Check.self)

    /// `saybus config check`
    struct Check: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Checks a file, and the options of its stages.")

        @OptionGroup var file: PipelineFileOptions

        func run() async throws {
            try await reportingFailure("saybus config") {
                let (found, _, pipeline) = try await file.pipeline()
                let count = pipeline.programs.count
                TextOutput.standardOutput.line("\(found.path): \(count) program\(count == 1 ? "" : "s"), no errors")
            }
        }
    }

    /// `saybus config show`
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Prints the commands that saybus up runs.")

        @OptionGroup var file: PipelineFileOptions

        func run() async throws {
            try await reportingFailure("saybus config") {
                let (found, _, pipeline) = try await file.pipeline()
                for (name, value) in found.environment.sorted(by: { $0.key < $1.key }) {
                    TextOutput.standardOutput.line("export \(name)=\(ShellWord.quoted(value))")
                }
                for program in pipeline.programs {
                    let words = [program.path] + program.arguments
                    TextOutput.standardOutput.line(words.map(ShellWord.quoted).joined(separator: " "))
                }
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

    /// Reads the file and prepares its pipeline.
    func pipeline() async throws -> (PipelineFile, BusAddress, FilePipeline) {
        guard let path = path ?? PipelineFile.found else {
            throw StageFailure(
                .noInput, "there is no file: name one, or write \(PipelineFile.places.joined(separator: " or "))")
        }
        return try await Self.pipeline(path, host: host)
    }

    /// Reads a file and prepares the pipeline of a machine.
    static func pipeline(_ path: String, host: String?) async throws -> (PipelineFile, BusAddress, FilePipeline) {
        let file = try PipelineFile(at: path)
        let address = try BusAddress.chosen(file.bus).with(key: file.key, serverKey: file.serverKey)
        return (file, address, try await FilePipeline(file, host: host, bus: address.url))
    }
}
