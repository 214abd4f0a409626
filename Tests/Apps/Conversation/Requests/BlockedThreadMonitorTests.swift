import Testing

@testable import SaybusConversation

@Suite("The monitor of the conversations' thread")
struct BlockedThreadMonitorTests {
    @Test("the file about a process in /proc names the debugger that is attached to it")
    func tracer() {
        #expect(BlockedThreadMonitor.tracer(in: "Name:\tx\nPid:\t7\nTracerPid:\t421\nUid:\t0\n") == 421)
        #expect(BlockedThreadMonitor.tracer(in: "Name:\tx\nPid:\t7\nTracerPid:\t0\nUid:\t0\n") == 0)
        #expect(BlockedThreadMonitor.tracer(in: "") == 0)
    }
}
