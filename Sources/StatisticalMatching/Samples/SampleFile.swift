import Foundation

/// A file of samples, one JSON object a line: `{"text", "intent", "slots": [{"name", "value", "start", "end"}], "split"}`.
///
/// Offsets are in Unicode scalars, as Python counts characters. The intent `oos` means: out of scope. Other fields are
/// ignored.
public struct SampleFile: Sendable {
    /// The largest file that is read.
    public static let maximumBytes = 512 << 20
    /// The intent that means: out of scope.
    public static let outOfScope = "oos"

    /// The samples in the order of the file.
    public let samples: [Sample]
    /// The part that each sample says it belongs to, such as `train`, `val` or `test`; nil when it says none.
    public let splits: [String?]

    /// Reads a file.
    /// - Throws: ``SampleError`` with the file and the line.
    public init(path: String) throws(SampleError) {
        guard let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int else {
            throw SampleError(.unreadable, at: path, "there is no such file, or it cannot be read")
        }
        guard size <= Self.maximumBytes, let data = FileManager.default.contents(atPath: path) else {
            throw SampleError(
                .unreadable, at: path, "it cannot be read, or has more than \(Self.maximumBytes >> 20) MiB: split it")
        }
        try self.init(data, name: path)
    }

    /// Reads the lines of a file that has been read.
    /// - Throws: ``SampleError`` with the name and the line.
    public init(_ data: Data, name: String) throws(SampleError) {
        var samples: [Sample] = []
        var splits: [String?] = []
        let decoder = JSONDecoder()
        var number = 0
        for line in Self.withoutMark(data).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
            let place = "\(name):\(number)"
            let read: Line
            do {
                read = try decoder.decode(Line.self, from: Data(line))
            } catch {
                throw SampleError(
                    .syntax, at: place,
                    "this is no sample: write {\"text\": …, \"intent\": …, \"slots\": [{\"name\", \"start\", \"end\"}]}"
                )
            }
            samples.append(try read.sample(at: place))
            splits.append(read.split)
        }
        guard !samples.isEmpty else { throw SampleError(.empty, at: name, "there is no sample in it") }
        (self.samples, self.splits) = (samples, splits)
    }

    /// A byte-order mark is no part of the first line.
    private static func withoutMark(_ data: Data) -> Data {
        data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    }

    private struct Line: Decodable {
        struct Slot: Decodable {
            let name: String
            let value: String?
            let start: Int
            let end: Int
        }
        let text: String
        let intent: String
        let slots: [Slot]?
        let split: String?

        func sample(at place: String) throws(SampleError) -> Sample {
            guard !intent.isEmpty else { throw SampleError(.syntax, at: place, "the intent has no name") }
            let scalars = Array(text.unicodeScalars)
            var known: [Sample.Slot] = []
            for slot in (slots ?? []).sorted(by: { $0.start < $1.start }) {
                guard !slot.name.isEmpty, slot.start >= 0, slot.start < slot.end, slot.end <= scalars.count else {
                    throw SampleError(
                        .syntax, at: place, "the slot \(slot.name) is not within the text's \(scalars.count) characters"
                    )
                }
                guard slot.start >= known.last?.range.upperBound ?? 0 else {
                    throw SampleError(.syntax, at: place, "the slot \(slot.name) overlaps another")
                }
                if let value = slot.value, !value.unicodeScalars.elementsEqual(scalars[slot.start..<slot.end]) {
                    throw SampleError(
                        .syntax, at: place,
                        "the slot \(slot.name) is \"\(value)\", but characters \(slot.start) to \(slot.end) are others")
                }
                known.append(Sample.Slot(name: slot.name, range: slot.start..<slot.end))
            }
            return Sample(text: text, intent: intent == SampleFile.outOfScope ? nil : intent, slots: known)
        }
    }
}
