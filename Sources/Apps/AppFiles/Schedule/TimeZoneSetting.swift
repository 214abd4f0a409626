import Foundation

/// The time zone of the environment (`TZ`), by whose clock alarms are due.
struct TimeZoneSetting: Sendable {
    /// The value of `TZ`; nil for the machine's own zone.
    let value: String?
    /// The folder of the zones that the machine knows.
    let folder: String

    /// The values that mean UTC.
    private static let universal: Set<String> = [
        "", "UTC", "GMT", "UCT", "Zulu", "Universal", "Etc/UTC", "Etc/GMT", "Etc/UCT", "Etc/Zulu", "Etc/Universal",
    ]

    /// Reads the setting from variables.
    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        value = environment["TZ"]
        folder = environment["TZDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/share/zoneinfo"
    }

    /// The problem with a zone that is not known, for which the C library silently takes UTC; nil without one.
    var problem: String? {
        guard let value else { return nil }
        let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
        // UTC by intention, also where its file is not there. A rule such as "CET-1CEST" needs no file.
        if Self.universal.contains(name) { return nil }
        if name.prefixMatch(of: /([A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)[+-]?\d/) != nil { return nil }
        var isFolder: ObjCBool = false
        let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue { return nil }
        return "the time zone TZ=\(value) is not known here, so alarms follow UTC: write a name such as Europe/Berlin, "
            + "or install the time zones (tzdata)"
    }
}
