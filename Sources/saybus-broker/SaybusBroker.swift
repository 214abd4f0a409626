import ArgumentParser
import Broker
import Foundation
import Logging
import Stage

/// `saybus-broker`
@main
struct SaybusBroker: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-broker",
        abstract: "Forwards all messages of a Saybus bus, stamps them, and keeps what late subscribers need.",
        discussion: """
            Example: saybus-broker --bus ipc:///run/user/1000/saybus

            Ends on SIGTERM or SIGINT with exit code 0. Exit codes: 64 bad usage, 69 the address cannot be had.
            """)

    @Option(help: ArgumentHelp("Where to serve: ipc:///directory or tcp://host:port.", valueName: "url"))
    var bus: String?

    @Flag(help: "Serve a tcp address without keys, to everyone who reaches it.")
    var insecure = false

    @Option(help: "How much to log to standard error.")
    var logLevel: LogLevel = .notice

    func run() async throws {
        try await reportingFailure("saybus-broker") {
            try await BrokerProgram(bus: bus, insecure: insecure, logLevel: logLevel.level).run()
        }
    }
}
