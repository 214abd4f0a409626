import Foundation

extension BusAddress {
    /// Returns the address of a bus on ipc sockets in a temporary directory that no other bus uses.
    ///
    /// The broker makes the directory; the caller removes it.
    package static func temporary() throws(BusError) -> BusAddress {
        let name = UUID().uuidString.prefix(13).lowercased()
        return try BusAddress(
            "ipc://\(NSTemporaryDirectory())saybus-test-\(name)".replacingOccurrences(of: "//s", with: "/s"))
    }
}
