import Foundation
import SaybusSupport

/// Access to the files of models.
enum InteractionModelFiles {
    /// The largest file that is read, in bytes.
    static let maximumSize = 64 << 20

    /// Returns the text of a file, without a byte order mark.
    static func text(_ path: String) throws(InteractionModelError) -> String {
        let file: RegularFile
        do throws(FileReadError) {
            file = try RegularFile(path, atMost: maximumSize)
        } catch {
            throw InteractionModelError(.unreadable, file: path, "the file \(error)")
        }
        let data = file.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? file.bytes.dropFirst(3) : file.bytes[...]
        if data.starts(with: [0xFF, 0xFE]) || data.starts(with: [0xFE, 0xFF]) {
            throw InteractionModelError(.syntax, file: path, line: 1, "the file is in UTF-16: save it in UTF-8")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw InteractionModelError(.syntax, file: path, line: 1, "the file is not in UTF-8: save it so")
        }
        return text
    }

    /// Returns the names of the files in a folder that have an extension, sorted; none when there is no such
    /// folder.
    static func names(in folder: String, extension suffix: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix("." + suffix) && !$0.hasPrefix(".") }.sorted()
    }

    /// Returns the names of the folders in a folder, sorted; none when there is no such folder.
    static func folders(in folder: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { name in
            var isDirectory: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isDirectory)
            return exists && isDirectory.boolValue && !name.hasPrefix(".")
        }.sorted()
    }
}
