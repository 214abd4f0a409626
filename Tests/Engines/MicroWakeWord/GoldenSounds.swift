import Foundation

/// The sounds of the golden file, with the reference's vectors, made by `micro_features_golden.py`.
struct GoldenSound {
    let name: String
    let samples: [Int16]
    let vectors: [[UInt16]]

    static let all: [GoldenSound] = {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
            "MicroFeatures.golden")
        guard var rest = (try? Data(contentsOf: path))?[...] else { return [] }
        func numbers<Number: FixedWidthInteger>(_ count: Int) -> [Number] {
            let size = MemoryLayout<Number>.size
            defer { rest = rest.dropFirst(count * size) }
            return rest.prefix(count * size).withUnsafeBytes { bytes in
                (0..<count).map {
                    Number(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * size, as: Number.self))
                }
            }
        }
        var sounds: [GoldenSound] = []
        while !rest.isEmpty {
            let counts: [UInt32] = numbers(3)
            let name: [UInt8] = numbers(Int(counts[0]))
            let samples: [Int16] = numbers(Int(counts[1]))
            let vectors = (0..<Int(counts[2])).map { _ -> [UInt16] in numbers(40) }
            sounds.append(GoldenSound(name: String(decoding: name, as: UTF8.self), samples: samples, vectors: vectors))
        }
        return sounds
    }()
}
