import Foundation
import SaybusSupport

/// The file of a store.
extension ConversationStore {
    /// Returns the content, and reads it unless the file is the one that was read or written last.
    func load(_ content: inout Content?) -> Result<Content, StoreError> {
        // Read before the file: one that is replaced meanwhile is read again.
        let identity = FileIdentity(path: file.path)
        if let content, content.file == identity { return .success(content) }
        do throws(StoreError) {
            var loaded = Content(values: [:], file: identity)
            if identity != nil {
                if let values = try read() {
                    loaded.values = values
                } else if !isReadOnly {
                    try moveAside()
                    loaded.file = nil
                }
            }
            content = loaded
            return .success(loaded)
        } catch {
            return .failure(error)
        }
    }

    /// Reads the file.
    /// - Returns: The values; nil when the file is no store, or too large for one.
    private func read() throws(StoreError) -> [String: Data]? {
        let bytes: [UInt8]
        do throws(FileReadError) {
            bytes = try RegularFile(file.path, atMost: Self.maximumBytes).bytes
        } catch {
            if error.code == .tooLarge { return nil }
            // Such as too many open files: it is not damaged, and must not be replaced.
            guard FileIdentity(path: file.path) != nil else { return [:] }
            throw StoreError(code: .file, description: "\(file.path) \(error.description)")
        }
        guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] else { return nil }
        return object.compactMapValues { try? JSONSerialization.data(withJSONObject: [$0]) }
    }

    /// Renames a file that is no store, and reports it: the next value would replace it.
    private func moveAside() throws(StoreError) {
        let aside = file.path + Self.damagedSuffix
        guard rename(file.path, aside) == 0 else {
            let reason = String(cString: strerror(errno))
            throw StoreError(code: .file, description: "\(file.path) is damaged and cannot be renamed: \(reason)")
        }
        report("\(file.path) is no JSON object of at most \(Self.maximumBytes) bytes: it is now \(aside)")
    }

    /// The end of the name of a file that was no store.
    static let damagedSuffix = ".damaged"

    /// Returns the file that holds values.
    func bytes(of values: [String: Data]) throws(StoreError) -> Data {
        let data: Data
        do {
            let object = try values.mapValues { data in
                (try JSONSerialization.jsonObject(with: data) as? [Any])?.first ?? NSNull()
            }
            data = try JSONSerialization.data(withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
        } catch {
            throw StoreError(code: .value, description: "a value has no form in JSON: \(error)")
        }
        guard data.count <= Self.maximumBytes else {
            throw StoreError(
                code: .tooLarge,
                description: "\(file.path) would have \(data.count) bytes, more than \(Self.maximumBytes): keep less")
        }
        return data
    }

    /// Replaces the file.
    /// - Returns: The identity of the new file.
    func write(_ data: Data) throws(StoreError) -> FileIdentity? {
        do {
            let folder = file.deletingLastPathComponent()
            try PrivateDirectory.create(folder.path)
            // A file of its own, with its mode from the beginning, which then replaces the old one.
            let new = folder.appending(path: ".\(file.lastPathComponent).\(getpid())")
            let descriptor = open(new.path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
            guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try handle.write(contentsOf: data)
            // After a power failure, the name must not stand for a file whose content is lost.
            try handle.synchronize()
            // Read before others see the file, which they may replace.
            let identity = FileIdentity(descriptor: descriptor)
            try handle.close()
            guard rename(new.path, file.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
            return identity
        } catch {
            throw StoreError(
                code: .file, description: "\(file.path) cannot be written: \(LogLine.clean("\(error)", limit: 200))")
        }
    }
}
