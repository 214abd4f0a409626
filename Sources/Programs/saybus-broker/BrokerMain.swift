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
        abstract:
            "The broker of a Saybus bus: forwards and stamps all messages, and sends retained messages to late subscribers.",
        discussion: """
            Examples: saybus-broker --bus ipc:///run/user/1000/saybus
                      saybus-broker --bus tcp://0.0.0.0:7700 --key broker --policy policy.yaml

            Ends on SIGTERM or SIGINT, and without a policy on SIGHUP, with exit code 0. Exit codes: 64 bad usage, 69 the address is in use or cannot be \
            bound, 78 an invalid key or policy.
            """,
        version: ProjectVersion.current)

    @Option(
        help: ArgumentHelp(
            "The address of the bus: ipc:///directory or tcp://host:port. Default: SAYBUS_BUS, else ipc://$XDG_RUNTIME_DIR/saybus, else ipc:///tmp/saybus-<uid>.",
            valueName: "url"))
    var bus: String?

    @Option(
        help: ArgumentHelp(
            "The broker's key pair: a name from \"saybus keys list\", or a .secret file; default: SAYBUS_BROKER_KEY.",
            valueName: "key"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "The access policy, a YAML file: which keys (on an ipc bus without --key, which users of this machine) may connect, and what each may publish and subscribe to; default: SAYBUS_POLICY. Read again on SIGHUP.",
            valueName: "file"))
    var policy: String?

    @Flag(help: "Serve a tcp address without keys: everyone who can reach it may publish and subscribe.")
    var insecure = false

    @Option(help: "The log level. Logs go to standard error.")
    var logLevel: LogLevel = .notice

    @OptionGroup var metrics: MetricsOptions

    func run() async throws {
        try await reportingFailure("saybus-broker") {
            var options = BrokerProgram.Options()
            (options.bus, options.insecure, options.key, options.policy) = (bus, insecure, key, policy)
            (options.logLevel, options.metrics) = (logLevel.level, metrics.metrics)
            try await BrokerProgram(options).run()
        }
    }
}
