import SaybusSupport

extension AudioDevices {
    /// Returns a table of the devices for a use, one a line, with index, name, rate, host, and whether it is the
    /// default.
    /// - Throws: ``SoundError``, with the remedy, when there is no such device or the sound server hangs.
    public static func table(for use: AudioDevice.Use) async throws -> String {
        let devices = try await list().filter { $0.serves(use) }
        _ = try find(nil, for: use, in: devices)
        let rows = devices.map { device in
            [
                "\(device.index)", device.name, "\(device.defaultRate) Hz", device.hostAPI,
                device.isDefault(use) ? "default" : "",
            ]
        }
        return TextColumns.lines(rows)
    }
}
