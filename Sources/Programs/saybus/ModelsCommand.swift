import ArgumentParser
import Foundation
import SaybusModelStore
import SaybusOperations
import SaybusStage
import SaybusTerminal

/// The `saybus models` command.
struct ModelsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "Lists, fetches and checks optional models and libraries of other projects.",
        discussion: """
            Models are kept in ~/.local/share/saybus/models (XDG_DATA_HOME) and /usr/share/saybus/models, or where SAYBUS_MODELS says. \
            Nothing is fetched unless you ask for it.

            Examples: saybus models
                      saybus models get                  the recommended set
                      saybus models get whisper-base-q8
                      saybus models verify

            Exit codes: 0 success, 64 an unknown name, 65 a wrong hash, 69 no source gives the model, 74 the disk is full or read-only.
            """,
        subcommands: [ListCommand.self, GetCommand.self, VerifyCommand.self], defaultSubcommand: ListCommand.self)

    /// The options that all of them share.
    struct StoreOptions: ParsableArguments {
        @Option(
            help: ArgumentHelp(
                "The directory of the models, such as /usr/share/saybus/models; default: see above.",
                valueName: "directory"))
        var directory: String?

        @Option(
            help: ArgumentHelp(
                "A list of models of your own, in the form of the project's models.json.", valueName: "file"))
        var manifest: String?

        func store() throws -> ModelStore {
            guard let manifest else { return ModelStore(directory: directory) }
            guard let json = FileManager.default.contents(atPath: manifest) else {
                throw StageFailure(.noInput, "\(manifest) cannot be read")
            }
            do throws(ModelError) {
                return ModelStore(directory: directory, manifest: try ModelManifest(json: json))
            } catch {
                throw StageFailure(.configuration, "\(manifest): \(error.reason)")
            }
        }
    }

    struct ListCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the models.")

        @OptionGroup var options: StoreOptions

        @Flag(help: "Print JSON.")
        var json = false

        func run() async throws {
            try await reportingFailure("saybus models") {
                let listing = ModelListing(try options.store())
                let output = TextOutput.standardOutput
                output.line(json ? try listing.json() : listing.page(output.style, width: output.columns))
            }
        }
    }

    struct GetCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "get", abstract: "Fetches models: the named ones, or the recommended set.",
            discussion: "An interrupted fetch goes on where it ended. A file with a wrong hash is removed.")

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("The models; default: the recommended set.", valueName: "name"))
        var names: [String] = []

        func run() async throws {
            try await reportingFailure("saybus models") { try await ModelFetch(try options.store()).get(names) }
        }
    }

    struct VerifyCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "verify", abstract: "Checks the hashes of installed models.")

        @OptionGroup var options: StoreOptions

        @Argument(help: ArgumentHelp("The models; default: all that are installed.", valueName: "name"))
        var names: [String] = []

        func run() async throws {
            try await reportingFailure("saybus models") { try await ModelFetch(try options.store()).verify(names) }
        }
    }
}
