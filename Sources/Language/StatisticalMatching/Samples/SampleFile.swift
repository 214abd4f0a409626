import Foundation
import SaybusSupport

/// A file of samples, one JSON object per line: `{"text", "intent", "slots": [{"name", "value", "start",
/// "end"}], "split"}`.
///
/// Offsets are in Unicode scalars, the unit of Python's strings. A value that occurs once in the text needs
/// no offsets, and slots that all need none may be written as `{"genre": "jazz"}`. The intent `oos` means out
/// of scope. Other fields are ignored.
public struct SampleFile: Sendable {
    /// The largest file that is read, in bytes.
    static let maximumBytes = 512 << 20
    /// The intent that means out of scope.
    static let outOfScope = "oos"

    /// The samples, in the order of the file.
    public let samples: [Sample]
    /// The split to which each sample belongs, such as `train`, `val` or `test`; nil when the file gives
    /// none.
    public let splits: [String?]

    /// Reads a file.
    /// - Parameters:
    ///   - path: The file.
    ///   - orPipe: Whether the file may be a pipe.
    /// - Throws: ``SampleError`` with the file and the line.
    public init(path: String, orPipe: Bool = false) throws(SampleError) {
        let file: RegularFile
        do throws(FileReadError) {
            file = try RegularFile(path, atMost: Self.maximumBytes, orPipe: orPipe)
        } catch {
            throw SampleError(.unreadable, at: path, "it \(error)\(error.code == .tooLarge ? ": split it" : "")")
        }
        try self.init(Data(file.bytes), name: path)
    }

    /// Reads the content of a file.
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
                    "this is no sample: write {\"text\": \"play jazz\", \"intent\": \"Play\", \"slots\": {\"genre\": \"jazz\"}}"
                )
            }
            samples.append(try read.sample(at: place))
            splits.append(read.split)
        }
        guard !samples.isEmpty else { throw SampleError(.empty, at: name, "there is no sample in it") }
        (self.samples, self.splits) = (samples, splits)
    }

    /// Removes a byte-order mark from the first line.
    private static func withoutMark(_ data: Data) -> Data {
        data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data
    }

    private struct Line: Decodable {
        struct Slot: Decodable {
            let name: String
            let value: String?
            let start: Int?
            let end: Int?

            /// Returns the place of the slot in a text.
            func range(in scalars: [Unicode.Scalar], at place: String) throws(SampleError) -> Range<Int> {
                guard start != nil || end != nil else { return try found(in: scalars, at: place) }
                guard !name.isEmpty, let start, let end, start >= 0, start < end, end <= scalars.count else {
                    throw SampleError(
                        .syntax, at: place, "the slot \(name) is not within the text's \(scalars.count) characters")
                }
                if let value, !value.unicodeScalars.elementsEqual(scalars[start..<end]) {
                    throw SampleError(
                        .syntax, at: place,
                        "the slot \(name) is \"\(value)\", but characters \(start) to \(end) are others")
                }
                return start..<end
            }

            private func found(in scalars: [Unicode.Scalar], at place: String) throws(SampleError) -> Range<Int> {
                let words = Array((value ?? "").unicodeScalars)
                func isLetter(_ index: Int) -> Bool {
                    scalars.indices.contains(index) && CharacterSet.alphanumerics.contains(scalars[index])
                }
                let ranges = (0..<max(1, scalars.count - words.count + 1)).map { $0..<($0 + words.count) }.filter {
                    !words.isEmpty && $0.upperBound <= scalars.count && scalars[$0].elementsEqual(words)
                        && !isLetter($0.lowerBound - 1) && !isLetter($0.upperBound)
                }
                guard !name.isEmpty, ranges.count == 1, let range = ranges.first else {
                    throw SampleError(
                        .syntax, at: place,
                        "the slot \(name) is \"\(value ?? "")\", which stands \(ranges.count) times in the text: say where, with start and end"
                    )
                }
                return range
            }
        }
        let text: String
        let intent: String
        let slots: Slots?
        let split: String?

        /// An array of slots, or an object of names and values.
        struct Slots: Decodable {
            let all: [Slot]

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let values = try? container.decode([String: String].self) {
                    all = values.map { Slot(name: $0, value: $1, start: nil, end: nil) }
                } else {
                    all = try container.decode([Slot].self)
                }
            }
        }

        func sample(at place: String) throws(SampleError) -> Sample {
            guard !intent.isEmpty else { throw SampleError(.syntax, at: place, "the intent has no name") }
            let scalars = Array(text.unicodeScalars)
            var known: [Sample.Slot] = []
            for slot in slots?.all ?? [] {
                known.append(Sample.Slot(name: slot.name, range: try slot.range(in: scalars, at: place)))
            }
            known.sort { $0.range.lowerBound < $1.range.lowerBound }
            for (slot, next) in zip(known, known.dropFirst()) where next.range.lowerBound < slot.range.upperBound {
                throw SampleError(.syntax, at: place, "the slot \(next.name) overlaps another")
            }
            return Sample(text: text, intent: intent == SampleFile.outOfScope ? nil : intent, slots: known)
        }
    }
}
