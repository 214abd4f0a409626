import Foundation
import SaybusBus
import SaybusSupport

/// The place of an app's file.
extension AppStore {
    /// Returns the file of an app on a bus. Another bus has another file, since its rooms are others. However the
    /// directory of a bus is written, its file is the same; one of an earlier version goes by the URL as it is written.
    static func path(of app: String, bus: BusAddress, in folder: String = UserDirectory.appState()) -> String {
        let paths = endings(of: bus).map { "\(folder)/\(app)\($0)" }
        return paths.first { FileManager.default.fileExists(atPath: $0) } ?? paths[0]
    }

    /// Returns whether a file, by its name, is that of an app on a bus.
    static func isFile(_ name: String, of bus: BusAddress) -> Bool { endings(of: bus).contains { name.hasSuffix($0) } }

    /// Returns what follows the app in the names of a bus's files: the present form, and that of earlier versions.
    private static func endings(of bus: BusAddress) -> [String] {
        let resolved = bus.directory.map { "ipc://\(ResolvedPath.of($0))" } ?? bus.url
        return [resolved, bus.url].map { "-\(String(FNV1a($0.utf8).value, radix: 16)).sqlite" }
    }

    /// Returns the files of the same app on other buses, if this file does not exist yet: the bus may have moved.
    nonisolated func othersOfApp() -> [String] {
        let url = URL(fileURLWithPath: path)
        let folder = url.deletingLastPathComponent().path
        guard !exists, let app = Self.app(of: url.lastPathComponent) else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { Self.app(of: $0) == app }.sorted().map { "\(folder)/\($0)" }
    }

    /// Returns the app of a file by its name; nil for another file.
    private static func app(of name: String) -> String? {
        guard name.hasSuffix(".sqlite"), let dash = name.lastIndex(of: "-") else { return nil }
        let hash = name[dash...].dropFirst().dropLast(".sqlite".count)
        return !hash.isEmpty && hash.allSatisfy(\.isHexDigit) ? String(name[..<dash]) : nil
    }
}
