import Glibc
import SaybusBus

/// Free TCP ports of the loopback interface.
public enum FreePort {
    /// Returns a port. It and the next one were free a moment ago.
    public static func number() throws(BusError) -> Int {
        for _ in 0..<100 {
            guard let port = port(0), port < 65_534, self.port(port + 1) != nil else { continue }
            return Int(port)
        }
        throw BusError(.transport, "there are no two free ports in a row")
    }

    /// Returns the address of a tcp bus. The two consecutive ports that the bus needs were free a moment ago.
    public static func busAddress() throws(BusError) -> BusAddress {
        let port = try number()
        return try BusAddress("tcp://127.0.0.1:\(port)")
    }

    /// Binds a port, releases it and returns it; nil when it is in use. 0 lets the system choose a port.
    private static func port(_ wish: UInt16) -> UInt16? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = wish.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        return isBound ? UInt16(bigEndian: address.sin_port) : nil
    }
}
