import Foundation
import SaybusTesting
import Synchronization
import Testing
import Tracing

@testable import SaybusTelemetry

@Suite("Spans and their export")
struct TracingTests {
    private let queue = SpanQueue()

    private func exporter(_ url: String, report: @escaping @Sendable (String) -> Void = { _ in }) throws -> SpanExporter
    {
        SpanExporter(
            queue, to: try #require(CollectorAddress(url)), as: ["service.name": "test"], version: "1.2.3",
            report: report)
    }

    /// Records some spans.
    private func record(_ count: Int) {
        let tracer = OpenTelemetryTracer(queue)
        for index in 0..<count { tracer.startSpan("work \(index)").end() }
    }

    @Test("a span within another one has its trace, and is within it")
    func parents() throws {
        let tracer = OpenTelemetryTracer(queue)
        tracer.withSpan("outer", context: .topLevel) { outer in
            outer.attributes["rooms"] = 3
            tracer.withSpan("inner", ofKind: .client) { inner in
                inner.addEvent(SpanEvent(name: "asked"))
                inner.setStatus(SpanStatus(code: .ok))
            }
        }
        let spans = queue.take()
        #expect(spans.map(\.name) == ["inner", "outer"])
        let (inner, outer) = (try #require(spans.first), try #require(spans.last))
        #expect(inner.context.trace == outer.context.trace)
        #expect(inner.parent == outer.context.span)
        #expect(outer.parent == nil)
        #expect(outer.start <= inner.start && inner.end <= outer.end)
    }

    @Test("an error makes its span fail, and a span that has ended takes nothing more")
    func errors() throws {
        let tracer = OpenTelemetryTracer(queue)
        struct Broken: Error {}
        #expect(throws: Broken.self) {
            try tracer.withSpan("work", context: .topLevel) { _ in throw Broken() }
        }
        let failed = try #require(queue.take().first)
        #expect(failed.status?.code == .error)
        #expect(failed.events.map(\.name) == ["exception"])
        let span = tracer.startSpan("late")
        span.end()
        span.end()
        span.attributes["more"] = 1
        #expect(!span.isRecording)
        #expect(queue.take().count == 1)
    }

    @Test("a request has OTLP's form in JSON")
    func form() throws {
        var span = FinishedSpan(
            "turn", TraceContext(trace: .init(high: 0xAB, low: 0xCD), span: 0xEF), in: 0x12, start: 1_000, end: 2_000)
        span.kind = .consumer
        span.attributes = ["n": 7, "x": 0.5, "ok": true, "words": SpanAttribute.stringArray(["a", "b"])]
        span.links = [TraceContext(trace: .init(high: 1, low: 2), span: 3)]
        span.status = SpanStatus(code: .error, message: "no")
        let request = ExportRequest([span], of: ["service.name": "t"], scope: .init(name: "s", version: "1"))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(request), as: UTF8.self)
        #expect(
            text == #"""
                {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"t"}}]},\#
                "scopeSpans":[{"scope":{"name":"s","version":"1"},"spans":[{"attributes":[\#
                {"key":"n","value":{"intValue":"7"}},{"key":"ok","value":{"boolValue":true}},\#
                {"key":"words","value":{"arrayValue":{"values":[{"stringValue":"a"},{"stringValue":"b"}]}}},\#
                {"key":"x","value":{"doubleValue":0.5}}],"endTimeUnixNano":"2000","events":[],"kind":5,"links":[\#
                {"spanId":"0000000000000003","traceId":"00000000000000010000000000000002"}],"name":"turn",\#
                "parentSpanId":"0000000000000012","spanId":"00000000000000ef","startTimeUnixNano":"1000",\#
                "status":{"code":2,"message":"no"},"traceId":"00000000000000ab00000000000000cd"}]}]}]}
                """#)
    }

    @Test("a collector gets all spans, in batches")
    func export() async throws {
        let server = try WebServer { _ in WebServer.answer("{}") }
        record(SpanQueue.batch + 10)
        try await exporter(server.address).exportAll()
        #expect(queue.counts == SpanQueue.Counts(exported: SpanQueue.batch + 10, dropped: 0))
        #expect(server.requests.count == 2)
        let request = try #require(server.requests.first)
        #expect(request.hasPrefix("POST /v1/traces HTTP/1.1\r\n"))
        #expect(request.lowercased().contains("content-type: application/json"))
    }

    @Test("several exports at once send each span once")
    func simultaneous() async throws {
        let server = try WebServer { _ in WebServer.answer("{}") }
        let exporter = try exporter(server.address)
        record(3)
        await withDiscardingTaskGroup { group in
            for _ in 0..<8 { group.addTask { await exporter.exportAll() } }
        }
        #expect(server.requests.count == 1)
        #expect(queue.counts == SpanQueue.Counts(exported: 3, dropped: 0))
    }

    @Test("a queue that is full drops what comes, and counts it")
    func bound() {
        record(SpanQueue.capacity + 7)
        #expect(queue.count == SpanQueue.capacity)
        #expect(queue.counts.dropped == 7)
    }

    @Test("a collector that is away costs spans, with one report and a problem until it is back")
    func absent() async throws {
        let reports = Mutex<[String]>([])
        // A server whose port nobody uses any more.
        let port = try FreePort.number()
        let exporter = try exporter("http://127.0.0.1:\(port)") { text in reports.withLock { $0.append(text) } }
        record(3)
        for _ in 0..<SpanExporter.attempts - 1 {
            await exporter.exportAll()
            #expect(queue.counts.dropped == 0)
        }
        await exporter.exportAll()
        #expect(queue.counts == SpanQueue.Counts(exported: 0, dropped: 3))
        #expect(reports.withLock { $0 }.count == 1)
        #expect(queue.problem?.contains("cannot be reached") == true)
        queue.exported(0)
        #expect(queue.problem == nil)
    }

    @Test("a collector that refuses is a problem, too")
    func refusing() async throws {
        let server = try WebServer { _ in WebServer.answer("no", status: "503 Service Unavailable") }
        record(1)
        try await exporter(server.address).exportAll()
        #expect(queue.problem?.hasSuffix("answers 503") == true)
    }
}
