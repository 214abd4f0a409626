import Foundation
import SaybusStage

/// The files that pages may look at: the apps that were named, and the recordings of a folder. Pages name them without
/// a path, so that they reach no others.
public struct OfferedFiles: Sendable {
    /// The most recordings that are listed.
    static let maximumRecordings = 200

    private let apps: [(name: String, path: String)]
    private let folder: String?

    /// Creates an offer.
    /// - Parameters:
    ///   - apps: The paths of apps' YAML files.
    ///   - recordings: The folder of recordings; nil offers none.
    /// - Throws: `StageFailure` with code `noInput` when a file or the folder is not there.
    public init(apps: [String] = [], recordings: String? = nil) throws(StageFailure) {
        for path in apps where access(path, R_OK) != 0 {
            throw StageFailure(.noInput, "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        var isFolder: ObjCBool = false
        if let recordings {
            guard FileManager.default.fileExists(atPath: recordings, isDirectory: &isFolder), isFolder.boolValue else {
                throw StageFailure(.noInput, "there is no folder \(recordings): make it, and record into it")
            }
        }
        var names: [String: Int] = [:]
        self.apps = apps.map { path in
            let name = URL(fileURLWithPath: path).lastPathComponent
            names[name, default: 0] += 1
            return (names[name] == 1 ? name : "\(name) (\(names[name] ?? 0))", path)
        }
        folder = recordings
    }

    /// The names of the apps, in the given order.
    var appNames: [String] { apps.map(\.name) }

    /// Whether recordings are offered.
    var hasFolder: Bool { folder != nil }

    /// Returns the path of an app.
    func app(_ name: String) throws(PageError) -> String {
        guard let path = apps.first(where: { $0.name == name })?.path else {
            throw PageError(.refused, "this console offers no app \(name.prefix(80)): start it with --app FILE")
        }
        return path
    }

    /// Returns the names and sizes of the recordings, newest first.
    func recordings() -> [(name: String, bytes: Int)] {
        guard let folder else { return [] }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let found = names.filter(Self.isRecording).compactMap { name -> (name: String, bytes: Int, date: Date)? in
            let path = "\(folder)/\(name)"
            guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
                attributes[.type] as? FileAttributeType == .typeRegular,
                let date = attributes[.modificationDate] as? Date
            else { return nil }
            return (name, attributes[.size] as? Int ?? 0, date)
        }
        return found.sorted { ($0.date, $0.name) > ($1.date, $1.name) }.prefix(Self.maximumRecordings).map {
            ($0.name, $0.bytes)
        }
    }

    /// Returns the path of a recording.
    func recording(_ name: String) throws(PageError) -> String {
        guard let folder else {
            throw PageError(.refused, "this console offers no recordings: start it with --recordings FOLDER")
        }
        guard recordings().contains(where: { $0.name == name }) else {
            throw PageError(.refused, "there is no recording \(name.prefix(80)) in the folder")
        }
        return "\(folder)/\(name)"
    }

    /// Returns the path for the recording of a replay that begins at a time, which is in its name.
    func newRecording(replaying name: String, at date: Date = .now) throws(PageError) -> String {
        let path = try recording(name)
        guard recordings().count < Self.maximumRecordings else {
            throw PageError(.refused, "the folder has \(Self.maximumRecordings) recordings: remove some")
        }
        let stem = path.dropLast(URL(fileURLWithPath: path).pathExtension.count + 1)
        // Two replays may begin within a second, and one that fails removes its file.
        var second = Int(date.timeIntervalSince1970)
        while FileManager.default.fileExists(atPath: "\(stem)-replay-\(second).db") { second += 1 }
        return "\(stem)-replay-\(second).db"
    }

    private static func isRecording(_ name: String) -> Bool {
        !name.hasPrefix(".") && [".db", ".sqlite"].contains { name.hasSuffix($0) }
    }
}
