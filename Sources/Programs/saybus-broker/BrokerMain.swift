import ArgumentParser
import Foundation
import Logging
import SaybusBroker
import SaybusStage

/// The `saybus-broker` program.
@main
struct BrokerMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-broker",
        abstract: "Forwards all messages of a Saybus bus, stamps them, and keeps what late subscribers need.",
        discussion: """
            Examples: saybus-broker --bus ipc:///run/user/1000/saybus
                      saybus-broker --bus tcp://0.0.0.0:7700 --key hall --policy policy.yaml

            Ends on SIGTERM or SIGINT with exit code 0. Exit codes: 64 bad usage, 69 the address cannot be had, 78 a \
            wrong key or policy.
            """,
        version: ProjectVersion.current)

    @Option(help: ArgumentHelp("Where to serve: ipc:///directory or tcp://host:port.", valueName: "url"))
    var bus: String?

    @Option(
        help: ArgumentHelp(
            "The broker's own key: a name that \"saybus keys list\" shows, or a .secret file; default: SAYBUS_BROKER_KEY.",
            valueName: "key"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "Which keys may come, and what they may say and hear: a YAML file; default: SAYBUS_POLICY. Read again on SIGHUP.",
            valueName: "file"))
    var policy: String?

    @Flag(help: "Serve a tcp address without keys, to everyone who reaches it.")
    var insecure = false

    @Option(help: "How much to log to standard error.")
    var logLevel: LogLevel = .notice

    func run() async throws {
        try await reportingFailure("saybus-broker") {
            var options = BrokerProgram.Options()
            (options.bus, options.insecure, options.key, options.policy) = (bus, insecure, key, policy)
            options.logLevel = logLevel.level
            try await BrokerProgram(options).run()
        }
    }
}
