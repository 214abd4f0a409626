import Foundation
import SaybusSupport
import Testing

@Suite("The memory of processes")
struct ProcessMemoryTests {
    @Test("this process has memory in RAM, and its peak is that of its id")
    func own() throws {
        let resident = try #require(ProcessMemory.resident)
        #expect(resident > 1 << 20)
        #expect(try #require(ProcessMemory.peak()) > 1 << 20)
        #expect(try #require(ProcessMemory.peak(of: ProcessInfo.processInfo.processIdentifier)) > 1 << 20)
        #expect(ProcessMemory.peak(of: Int32.max) == nil)
    }
}
