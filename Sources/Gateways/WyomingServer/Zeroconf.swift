import Foundation
import Logging
import SaybusExternalEngines
import SaybusProcesses

/// The gateway's name on the local network (DNS-SD), by which Home Assistant finds it: published by Debian's
/// `avahi-publish-service`.
public struct Zeroconf: Sendable {
    private static let program = "avahi-publish-service"

    private let name: String
    private let port: UInt16

    /// Creates an entry of the service type `_wyoming._tcp`.
    /// - Parameters:
    ///   - name: The name; nil is `Saybus on HOST`.
    ///   - port: The port of the service, on this machine.
    public init(name: String?, port: UInt16) {
        self.name = name ?? "Saybus on \(ProcessInfo.processInfo.hostName)"
        self.port = port
    }

    /// Publishes the entry until the task is cancelled. Without avahi the gateway works by its address.
    func run(logger: Logger) async {
        guard let path = CommandProcess.path(of: Self.program) else {
            logger.warning(
                "cannot be found on the network: install avahi-utils and avahi-daemon, or name the address to your peers"
            )
            return
        }
        do {
            let process = try ObservedProcess(ProcessCommand(path, [name, "_wyoming._tcp", "\(port)"]))
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
