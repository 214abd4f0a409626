import Foundation
import SaybusSupport
import Testing

@Suite("The free space of a disk")
struct DiskSpaceTests {
    @Test("a file system without a size has no free bytes that could be told, and one that is too large has the most")
    func sizes() {
        #expect(DiskSpace.free(on: statvfs()) == nil)
        var system = statvfs()
        (system.f_blocks, system.f_bavail, system.f_frsize) = (100, 10, 4096)
        let some = DiskSpace.free(on: system)
        #expect(some == 40_960)
        (system.f_blocks, system.f_bavail, system.f_frsize) = (.max, .max, 1 << 20)
        let all = DiskSpace.free(on: system)
        #expect(all == .max)
    }

    @Test("the disk of a folder that is not there cannot be looked at")
    func missing() {
        #expect(DiskSpace.free(at: "/nowhere/at/all") == nil)
    }
}
