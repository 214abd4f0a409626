import Foundation
import Logging
import SaybusBroker
import SaybusBus
import SaybusMessages

/// A broker in the test's own process on an ipc directory of its own, and connections to it.
public final class TestBus: Sendable {
    /// Where it is.
    public let address: BusAddress
    /// The broker; close it to see what happens without.
    public let broker: Broker

    /// Starts a broker on a fresh directory.
    public convenience init() throws { try self.init(address: Self.freshAddress()) }

    private init(address: BusAddress) throws {
        self.address = address
        broker = try Broker(at: address, logger: Self.quiet)
    }

    deinit {
        broker.close()
        if let directory = address.directory { try? FileManager.default.removeItem(atPath: directory) }
    }

    /// Returns the address of a bus that no other bus uses.
    public static func freshAddress() throws(BusError) -> BusAddress { try BusAddress.temporary() }

    /// A connection to the bus.
    public func connect(
        _ role: String, instance: String = "test", tracking: [any BusMessage.Type] = []
    ) throws -> Bus {
        guard let source = Source(role: role, instance: instance) else {
            throw BusError(.badAddress, "\(role)/\(instance) is no source")
        }
        return try Bus(at: address, as: source, tracking: tracking, logger: Self.quiet)
    }

    /// A logger that says nothing.
    public static let quiet = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
}

extension TestBus {
    /// Starts a broker at an address that was in use before: a broker that comes back.
    public static func at(_ address: BusAddress) throws -> TestBus { try TestBus(address: address) }
}
