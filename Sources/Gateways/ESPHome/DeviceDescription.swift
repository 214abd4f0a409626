import Foundation
import SaybusMessages
import SaybusStage
import SaybusSupport

/// The device that Home Assistant shows.
public struct DeviceDescription: Sendable, Equatable {
    /// The name in the network: lower-case letters, digits and hyphens.
    public let name: String
    /// The name for people.
    public let friendlyName: String
    /// The area that Home Assistant suggests for it; empty for none.
    public let area: String
    /// The address by which Home Assistant knows the device, as six bytes in hexadecimal: `02:ab:…`.
    let hardwareAddress: String
    /// Whether connections are encrypted.
    var isEncrypted = false

    /// The parts of ESPHome's voice assistant that there are: the pipeline with sound on the API's connection, timers,
    /// announcements, and conversations that Home Assistant begins.
    private static let voiceFeatures = 1 | 4 | 8 | 16 | 32
    /// The version of ESPHome whose API this is, which Home Assistant shows.
    private static let firmware = "2025.9.0"

    /// Creates a description.
    /// - Parameters:
    ///   - name: The name in the network; nil is `saybus-HOST`, with the session if there is one.
    ///   - session: The room's session; nil for all sessions.
    ///   - friendlyName: The name for people; nil is made of the other one.
    ///   - area: The area that Home Assistant suggests; nil for none.
    ///   - machine: The machine's id, from which the hardware address is made; nil reads `/etc/machine-id`.
    public init(
        name: String? = nil, session: Session? = nil, friendlyName: String? = nil, area: String? = nil,
        machine: String? = nil
    ) {
        // The rooms of a machine are devices of their own.
        let room = session.map { $0 == .default ? "" : "-\($0.rawValue)" } ?? ""
        let wanted = name ?? "saybus-\(ProcessInfo.processInfo.hostName)\(room)"
        self.name = Self.networkName(wanted)
        self.friendlyName = friendlyName ?? wanted
        self.area = area ?? ""
        let machine = machine ?? (try? String(contentsOfFile: "/etc/machine-id", encoding: .utf8)) ?? ""
        var bytes = Array(NoiseHash.hash(Array("\(machine) \(self.name)".utf8)).prefix(6))
        // Locally administered, for one device (IEEE 802).
        bytes[0] = bytes[0] & 0xFC | 2
        hardwareAddress = bytes.map { String(format: "%02X", $0) }.joined(separator: ":")
    }

    /// Returns a text as a name in the network. One with other letters, or more of them than it may have, gets a hash:
    /// Home Assistant takes devices with the same name for one.
    private static func networkName(_ text: String) -> String {
        let letters = text.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        if text.allSatisfy(\.isASCII), letters.count <= 31 { return String(letters) }
        let stem = letters.contains { $0 != "-" } ? String(letters.prefix(22)) : "saybus"
        return "\(stem)-\(String(UInt32(truncatingIfNeeded: FNV1a(text.utf8).value), radix: 16))"
    }

    /// The entries of the device's record in the network's directory (DNS-SD), as ESPHome's devices have them.
    var records: [String] {
        [
            "friendly_name=\(friendlyName)", "version=\(Self.firmware)",
            "mac=\(hardwareAddress.replacing(":", with: "").lowercased())", "platform=HOST", "network=ethernet",
            "project_name=saybus.satellite", "project_version=\(ProjectVersion.current)",
        ] + (isEncrypted ? ["api_encryption=\(NoiseHandshake.protocolName)"] : [])
    }

    func write(to fields: inout ProtobufWriter) {
        fields.write(2, name)
        fields.write(3, hardwareAddress)
        fields.write(4, Self.firmware)
        fields.write(6, "Saybus")
        fields.write(8, "saybus.satellite")
        fields.write(9, ProjectVersion.current)
        fields.write(12, "Saybus")
        fields.write(13, friendlyName)
        fields.write(16, area)
        fields.write(17, Self.voiceFeatures)
        fields.write(19, isEncrypted)
    }
}
