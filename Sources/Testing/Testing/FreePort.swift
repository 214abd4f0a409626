import Glibc
import SaybusBus

/// Free TCP ports of the loopback interface.
public enum FreePort {
    /// Returns a port. It and the next one were free a moment ago.
    public static func number() throws(BusError) -> Int {
        for _ in 0..<100 {
            guard let port = port(0), port < 65_534, self.port(port + 1) != nil else { continue }
            return port
        }
        throw BusError(.transport, "there are no two free ports in a row")
    }

    /// Returns the address of a tcp bus. The two consecutive ports that the bus needs were free a moment ago.
    public static func busAddress() throws(BusError) -> BusAddress {
        let port = try number()
        return try BusAddress("tcp://127.0.0.1:\(port)")
    }

    /// Binds a port, releases it and returns it; nil when it is in use. 0 lets the system choose a port.
    private static func port(_ wish: Int) -> Int? {
        let descriptor = LoopbackSocket.make()
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return LoopbackSocket.bind(descriptor, to: wish)
    }
}
