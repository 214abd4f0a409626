import Foundation

extension BusAddress {
    /// The folder in which programs on this bus remember open turns: beside the sockets of a local bus, else in the
    /// user's runtime directory.
    package var turnFolder: String {
        if let directory { return directory + "/turns" }
        var environment = ProcessInfo.processInfo.environment
        environment["SAYBUS_BUS"] = nil
        let own = (try? BusAddress.chosen(nil, environment: environment))?.directory
        return (own ?? "/tmp/saybus-\(getuid())") + "/turns"
    }
}
