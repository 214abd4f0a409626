import Foundation
import Logging
import SaybusBroker
import SaybusBus
import SaybusMessages

/// A private bus: a broker in the test's own process, on ipc sockets in a directory of its own.
public final class TestBus: Sendable {
    /// The address of the bus, for options of programs: `--bus` takes its `url`.
    public let address: BusAddress
    /// The broker. A test may close it to simulate its failure.
    public let broker: Broker

    /// Starts a broker at a fresh address.
    public convenience init() throws { try self.init(address: Self.freshAddress()) }

    private init(address: BusAddress) throws {
        self.address = address
        broker = try Broker(at: address, logger: Self.quiet)
    }

    deinit {
        broker.close()
        if let directory = address.directory { try? FileManager.default.removeItem(atPath: directory) }
    }

    /// Returns an address that no other bus uses.
    public static func freshAddress() throws(BusError) -> BusAddress { try BusAddress.temporary() }

    /// Connects a client of a role to the bus, without waiting for the broker.
    public func connect(
        _ role: Role, instance: String = "test", tracking: [any BusMessage.Type] = []
    ) throws -> Bus {
        guard let source = Source(role: role, instance: instance) else {
            throw BusError(.badAddress, "\(role)/\(instance) is no source")
        }
        return try Bus(at: address, as: source, tracking: tracking, logger: Self.quiet)
    }

    /// A logger that discards everything.
    public static let quiet = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
}

extension TestBus {
    /// Starts a broker at an address that was used before, to simulate a restart of the broker.
    public static func at(_ address: BusAddress) throws -> TestBus { try TestBus(address: address) }
}
