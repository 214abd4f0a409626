import Foundation

/// Models in files: 8 bytes `SAYBUSIM`, the version, the length of what follows, its FNV-1a 64 hash, and then the model.
public enum ModelFile {
    /// What the file begins with.
    static let mark = Array("SAYBUSIM".utf8)
    /// Changes when a model's bytes, or the features that it knows, mean something else.
    static let version: UInt32 = 1
    /// The largest model that is read.
    public static let maximumBytes = 1 << 30

    /// A model's bytes.
    public static func bytes(of model: StatisticalModel) -> [UInt8] {
        let body = model.bytes
        var writer = ByteWriter()
        writer.write(version)
        writer.write(UInt64(body.count))
        writer.write(hash(body[...]))
        return mark + writer.bytes + body
    }

    /// Reads a model's bytes.
    /// - Throws: ``ModelFileError`` when they are not exactly those of a model.
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
        guard count == body.count, hash(body) == expected else { throw .damaged }
        return try StatisticalModel(body)
    }

    /// Writes a model; the file is replaced as a whole.
    /// - Throws: ``ModelFileError`` with code `unreadable`.
    public static func write(_ model: StatisticalModel, to path: String) throws(ModelFileError) {
        do {
            try Data(bytes(of: model)).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw ModelFileError(.unreadable, "\(path) cannot be written: \(error.localizedDescription)")
        }
    }

    /// Reads a model from a file.
    /// - Throws: ``ModelFileError`` with a sentence that names the file.
    public static func read(_ path: String) throws(ModelFileError) -> StatisticalModel {
        let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? nil
        guard let size, size <= maximumBytes, let data = FileManager.default.contents(atPath: path) else {
            throw ModelFileError(.unreadable, "there is no model \(path), or it cannot be read")
        }
        do {
            return try model([UInt8](data))
        } catch {
            throw ModelFileError(error.code, "\(path): \(error.reason)")
        }
    }

    private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
