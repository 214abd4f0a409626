import Foundation
import Logging
import SaybusProcesses

/// The entry of a service in the local network's directory (DNS-SD, RFC 6763), by which others find it: published by
/// Debian's `avahi-publish-service`.
public struct ServiceAdvertisement: Sendable {
    private static let program = "avahi-publish-service"

    private let name: String
    private let type: String
    private let records: [String]

    /// Creates an entry.
    /// - Parameters:
    ///   - name: The name; nil is `Saybus on HOST`.
    ///   - type: The type of the service, such as `_wyoming._tcp`.
    ///   - records: Further facts about the service, `name=value` each.
    public init(name: String?, type: String, records: [String] = []) {
        self.name = name ?? "Saybus on \(ProcessInfo.processInfo.hostName)"
        (self.type, self.records) = (type, records)
    }

    /// Publishes the entry until the task is cancelled. Without avahi the service is reached by its address.
    /// - Parameters:
    ///   - host: The address at which the service listens. One of this machine alone is not published: who finds the
    ///     service would not reach it.
    ///   - port: The port of the service, on this machine.
    ///   - logger: The logger for what prevents it.
    public func run(host: String, port: UInt16, logger: Logger) async {
        guard host != "localhost", host != "::1", !host.hasPrefix("127.") else {
            return logger.warning(
                "cannot be found on the network: it listens at this machine's own address",
                metadata: ["host": "\(host)"]
            )
        }
        guard let path = CommandProcess.path(of: Self.program) else {
            logger.warning(
                "cannot be found on the network: install avahi-utils and avahi-daemon, or name the address to your peers"
            )
            return
        }
        do {
            // Waits for a daemon that starts later, and publishes again after its restart.
            let arguments = ["--no-fail", name, type, "\(port)"] + records
            let process = try ObservedProcess(ProcessCommand(path, arguments))
            while !Task.isCancelled {
                guard let code = await process.exitCode(within: .seconds(3600)) else { continue }
                let reason = process.lines(.standardError).last ?? "it ended with \(code)"
                return logger.warning("cannot be found on the network", metadata: ["avahi": "\(reason)"])
            }
        } catch {
            logger.warning("cannot be found on the network", metadata: ["avahi": "\(error)"])
        }
    }
}
