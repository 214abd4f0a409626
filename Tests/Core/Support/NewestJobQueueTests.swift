import SaybusSupport
import Testing

@Suite("Work in the background of which only the newest waits", .timeLimit(.minutes(1)))
struct NewestJobQueueTests {
    @Test("of jobs that wait only the newest is done, and waiting for the jobs ends with it")
    func newest() async {
        let queue = NewestJobQueue<Int>()
        #expect(await queue.waitUntilDone(within: .zero))
        for job in 1...5 { queue.submit(job) }
        #expect(await !queue.waitUntilDone(within: .milliseconds(1)))
        let done = Watched<[Int]>([])
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await queue.run { job in done.change { $0.append(job) } } }
            #expect(await queue.waitUntilDone(within: .seconds(30)))
            queue.submit(6)
            #expect(await queue.waitUntilDone(within: .seconds(30)))
            group.cancelAll()
        }
        #expect(done.value == [5, 6])
    }
}
