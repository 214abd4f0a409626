import Foundation

/// The sounds that Hermes apps have played, as files for the audio stage.
enum SoundFileStore {
    /// Writes a sound. The audio stage finds it only when it is complete.
    /// - Throws: ``MQTTError`` with code `bad-file`.
    static func write(_ bytes: [UInt8], to path: String) throws(MQTTError) {
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw MQTTError(.badFile, "cannot write \(path): \(error.localizedDescription)")
        }
    }

    /// Removes a sound. One that is gone already is no error.
    static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

    /// The seconds after which a sound is not played any more.
    private static let maximumAge: TimeInterval = 3600

    /// Removes the sounds that an earlier run has left. Newer ones may be those of another gateway that has the folder.
    static func removeAll(in folder: String, now: Date = Date()) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix("hermes-") && name.hasSuffix(".wav") {
            let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            guard let written = attributes?[.modificationDate] as? Date,
                now.timeIntervalSince(written) > maximumAge
            else { continue }
            remove("\(folder)/\(name)")
        }
    }
}
