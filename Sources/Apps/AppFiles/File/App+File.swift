import Foundation
import SaybusSupport

extension App {
    /// Maximum bytes of an app file.
    public static let maximumFileSize = 1 << 20

    /// Reads an app from a YAML file. Programs run in the file's folder unless an action names another. Sound
    /// files must be in that folder.
    public init(file path: String) throws(AppFileError) { self = try Self.read(file: path).app }

    /// Reads an app from a YAML file, with the positions of its parts.
    /// - Parameter isChecked: Whether the file is only checked: then secrets need no value, and it may be a pipe.
    static func read(
        file path: String, isChecked: Bool = false
    ) throws(AppFileError) -> (app: App, map: AppFileMap) {
        let bytes = try Self.bytes(path, orPipe: isChecked)
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return try read(yaml: bytes, file: path, folder: folder, secretsMayLack: isChecked)
    }

    /// Reads an app from the bytes of a YAML file, with the positions of its parts.
    static func read(
        yaml bytes: [UInt8], file: String, folder: String?, secretsMayLack: Bool = false
    ) throws(AppFileError) -> (app: App, map: AppFileMap) {
        let root = try YAMLDocument.root(bytes, file: file)
        var reader = AppFileReader(file: file, folder: folder, secretsMayLack: secretsMayLack)
        let app = try reader.read(root)
        var map = reader.map
        map.lackingSecrets = reader.lackingSecrets.map { ($0.name, AppFileMap.Place($0.node)) }
        return (app, map)
    }

    /// Reads an app from the text of a YAML file. Error messages name `file`. Without a folder, sound files are
    /// not checked.
    init(yaml: String, file: String, folder: String? = nil) throws(AppFileError) {
        try self.init(yaml: Array(yaml.utf8), file: file, folder: folder)
    }

    /// Reads an app from the bytes of a YAML file. Error messages name `file`.
    public init(yaml bytes: [UInt8], file: String, folder: String? = nil) throws(AppFileError) {
        self = try Self.read(yaml: bytes, file: file, folder: folder).app
    }

    private static func bytes(_ path: String, orPipe: Bool) throws(AppFileError) -> [UInt8] {
        do throws(FileReadError) {
            return try RegularFile(path, atMost: maximumFileSize, orPipe: orPipe).bytes
        } catch {
            guard error.code != .tooLarge else { throw YAMLDocument.tooLarge(path) }
            throw AppFileError([.init(.unreadable, file: path, error.description)])
        }
    }
}
