import SaybusMessages
import Testing

@testable import SaybusListening

@Suite("Clocks of other machines")
struct SenderClocksTests {
    private static let player = Source(role: .audio, instance: "satellite")!

    /// Returns the converted times of messages sent every 10 ms of this machine's clock.
    private func told(
        _ clocks: inout SenderClocks, offset: Int64, from start: Int64, lateness: [Int64]
    ) -> [Int64] {
        lateness.enumerated().map { index, late in
            let sent = start + Int64(index) * 10_000
            return clocks.time(of: sent + offset, arrived: sent + late, from: Self.player) - sent
        }
    }

    @Test(
        "a clock that is behind or ahead is corrected after a quarter of a second",
        arguments: [-3_600_000_000, -700_000, 900_000])
    func offset(offset: Int64) {
        var clocks = SenderClocks()
        let lateness = (0..<600).map { Int64($0 % 7) * 20_000 + 1_000 }
        let told = told(&clocks, offset: offset, from: 1_000_000_000, lateness: lateness)
        #expect(told[25...].allSatisfy { $0 == 1_000 }, "though messages come up to 120 ms late")
        // The clock is set right.
        let right = self.told(
            &clocks, offset: 0, from: 2_000_000_000, lateness: [Int64](repeating: 2_000, count: 1_000))
        #expect(right.last == 0)
    }

    @Test("an exact clock is trusted, however late messages arrive")
    func same() {
        var clocks = SenderClocks()
        let lateness = (0..<100).map { Int64($0 % 40) * 50_000 + 200 }
        #expect(told(&clocks, offset: 0, from: 1_000_000_000, lateness: lateness) == [Int64](repeating: 0, count: 100))
    }

    @Test("invalid times and many new senders do no harm")
    func nonsense() {
        var clocks = SenderClocks()
        for sent in [Int64.min, .max, 0, -2_000_000_000] {
            for _ in 0..<40 { _ = clocks.time(of: sent, arrived: 1_000_000_000, from: Self.player) }
        }
        for index in 0..<100 {
            let source = Source(role: .audio, instance: "a\(index)")!
            #expect(clocks.time(of: 5, arrived: 7, from: source) == 5)
        }
    }
}
