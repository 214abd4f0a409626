import Foundation

/// The time zone of the environment (`TZ`), by whose clock alarms are due.
struct TimeZoneSetting: Sendable {
    /// The value of `TZ`; nil for the machine's own zone.
    let value: String?
    /// The folder of the zones that the machine knows.
    let folder: String

    /// Reads the setting from variables.
    init(_ environment: [String: String] = ProcessInfo.processInfo.environment) {
        value = environment["TZ"]
        folder = environment["TZDIR"] ?? "/usr/share/zoneinfo"
    }

    /// The problem with a zone that is not known, for which the C library silently takes UTC; nil without one.
    var problem: String? {
        guard let value else { return nil }
        let name = value.hasPrefix(":") ? String(value.dropFirst()) : value
        // An empty one is UTC by intention, and a rule such as "CET-1CEST" needs no file.
        if ["", "UTC", "GMT"].contains(name) { return nil }
        if name.prefixMatch(of: /([A-Za-z]{3,}|<[A-Za-z0-9+-]{3,}>)[+-]?\d/) != nil { return nil }
        var isFolder: ObjCBool = false
        let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue { return nil }
        return "the time zone TZ=\(value) is not known here, so alarms follow UTC: write a name such as Europe/Berlin, "
            + "or install the time zones (tzdata)"
    }
}
