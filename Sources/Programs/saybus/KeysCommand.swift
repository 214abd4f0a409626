import ArgumentParser
import SaybusBus
import SaybusMessages
import SaybusOperations
import SaybusStage

/// The `saybus keys` command.
struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys",
        abstract: "Makes and lists the keys of programs that connect to a bus over the network.",
        discussion: """
            A key pair is two text files: NAME.secret, which stays on its machine, and NAME.public, which the broker's policy and the \
            other machines need. The broker has a key pair, and so has each machine or person that connects. Default directory: \
            $XDG_CONFIG_HOME/saybus/keys, else ~/.config/saybus/keys.

            Examples: saybus keys new hall
                      saybus keys new kitchen-ear --role listen
                      saybus keys new hall --role listen --role up   for a machine on which saybus up runs
                      saybus keys list

            Exit codes: 0 done, 64 bad usage, 74 a key cannot be written, 78 a key exists already, cannot be read, or is readable by others.
            """, subcommands: [KeysNewCommand.self, KeysListCommand.self])
}

/// The `saybus keys new` command.
struct KeysNewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "new", abstract: "Makes a key pair.")

    @Argument(help: "The key's name, such as the machine's: letters a to z, digits, dots, underscores and hyphens.")
    var name: String

    @Option(
        help: ArgumentHelp(
            "Print the policy for a program of this role too: \(RoleGrants.all.map(\.role.rawValue).joined(separator: ", ")). Can be repeated, for a key of several programs.",
            valueName: "role"))
    var role: [String] = []

    @OptionGroup var options: KeysOptions

    func run() async throws {
        try await reportingFailure("saybus keys new") {
            try Keys(directory: options.directory).make(name, roles: role.map { Role($0) }, isJSON: options.json)
        }
    }
}

/// The `saybus keys list` command.
struct KeysListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Shows the public keys.")

    @OptionGroup var options: KeysOptions

    func run() async throws {
        try await reportingFailure("saybus keys list") {
            guard try Keys(directory: options.directory).list(isJSON: options.json) else { throw ExitCode(78) }
        }
    }
}

/// The options common to `saybus keys new` and `saybus keys list`.
struct KeysOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The directory of the keys.", valueName: "directory"))
    var directory: String?

    @Flag(help: "Print JSON.")
    var json = false
}
