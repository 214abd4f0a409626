import Foundation
import SaybusSupport

/// The file format of models: 8 bytes `SAYBUSIM`, the version, the length of the model, its FNV-1a 64 hash,
/// and the model.
public enum ModelFile {
    /// The first bytes of a file.
    static let mark = Array("SAYBUSIM".utf8)
    /// The version of the format. It changes whenever the bytes of a model, or its features, get another
    /// meaning.
    static let version: UInt32 = 1
    /// The largest model that is read, in bytes.
    static let maximumBytes = 1 << 30

    /// Returns a model as a file's content.
    public static func bytes(of model: StatisticalModel) -> [UInt8] {
        let body = model.bytes
        var writer = ByteWriter()
        writer.write(version)
        writer.write(UInt64(body.count))
        writer.write(FNV1a(body).value)
        return mark + writer.bytes + body
    }

    /// Reads a file's content.
    /// - Throws: ``ModelFileError`` when the content is not exactly a model.
    public static func model(_ bytes: [UInt8]) throws(ModelFileError) -> StatisticalModel {
        guard bytes.starts(with: mark) else {
            throw bytes.count < mark.count && mark.starts(with: bytes)
                ? .damaged : ModelFileError(.foreign, "this is no model of saybus-intent")
        }
        var reader = ByteReader(bytes.dropFirst(mark.count))
        let version = try reader.number()
        guard version == Self.version else {
            throw ModelFileError(
                .version,
                "the model has version \(version), this program reads version \(Self.version): train it again with saybus-intent train"
            )
        }
        let (count, expected) = (try reader.longNumber(), try reader.longNumber())
        let body = bytes.dropFirst(mark.count + 20)
        guard count == body.count, FNV1a(body).value == expected else { throw .damaged }
        return try StatisticalModel(body)
    }

    /// Writes a model to a file, whole or not at all.
    /// - Throws: ``ModelFileError`` with code `unreadable`.
    public static func write(_ model: StatisticalModel, to path: String) throws(ModelFileError) {
        do throws(FileReplacement.Failure) {
            try FileReplacement.write(Data(bytes(of: model)), to: path)
        } catch {
            throw ModelFileError(.unreadable, "\(path) cannot be written: \(error)")
        }
    }

    /// Reads a model from a file.
    /// - Throws: ``ModelFileError`` with a sentence that names the file.
    public static func read(_ path: String) throws(ModelFileError) -> StatisticalModel {
        let file: RegularFile
        do throws(FileReadError) {
            file = try RegularFile(path, atMost: maximumBytes)
        } catch {
            throw ModelFileError(.unreadable, "the model \(path) \(error)")
        }
        do {
            return try model(file.bytes)
        } catch {
            throw ModelFileError(error.code, "\(path): \(error.reason)")
        }
    }
}
