import SaybusTesting

/// The passages of sound in a recording, between silences of at least 20 ms.
struct Passages: CustomStringConvertible {
    let all: [Range<Int>]

    /// Finds the passages from a sample on; sound below −50 dB is silence.
    init(_ samples: [Int16], from first: Int) {
        let gap = PulseServer.rate / 50
        var all: [Range<Int>] = []
        for (index, sample) in samples.enumerated().dropFirst(first) where abs(Int(sample)) > 104 {
            if let last = all.last, index - last.upperBound < gap {
                all[all.count - 1] = last.lowerBound..<index + 1
            } else {
                all.append(index..<index + 1)
            }
        }
        self.all = all
    }

    func milliseconds(_ samples: Int) -> Double { Double(samples) * 1000 / Double(PulseServer.rate) }

    var description: String {
        all.map { "\(milliseconds($0.lowerBound))…\(milliseconds($0.upperBound)) ms" }.joined(separator: ", ")
    }
}
