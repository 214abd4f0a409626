import Instrumentation
import Testing

@testable import SaybusTelemetry

@Suite("Addresses of collectors, and places of spans")
struct AddressTests {
    @Test(
        "a collector's URL is read as OpenTelemetry's exporters read it, and others are refused",
        arguments: [
            ("http://localhost:4318", "http://localhost:4318/v1/traces"),
            ("http://localhost", "http://localhost:4318/v1/traces"),
            ("http://localhost/", "http://localhost:4318/v1/traces"),
            ("http://10.0.0.7:80/otlp/", "http://10.0.0.7:80/otlp/v1/traces"),
            ("http://[::1]:4318", "http://[::1]:4318/v1/traces"), ("http://[::1]", "http://[::1]:4318/v1/traces"),
            ("https://localhost:4318", nil), ("localhost:4318", nil), ("http://", nil), ("http://a b/", nil),
            ("http://host:99999", nil), ("http://host:0", nil), ("http://host/a\r\nX: y", nil), ("", nil),
        ] as [(String, String?)])
    func collectors(text: String, url: String?) { #expect(CollectorAddress(text)?.description == url) }

    @Test("the URL of the spans themselves is taken as it is")
    func complete() {
        #expect(CollectorAddress("http://a:1/spans", isComplete: true)?.path == "/spans")
        #expect(CollectorAddress("http://a:1", isComplete: true)?.path == "/")
    }

    @Test("a traceparent that is written is read again")
    func roundTrip() {
        let context = TraceContext(trace: .init(high: 0x0AF7_6519_16CD_43DD, low: 1), span: 0xB7AD)
        let text = TraceParent.text(context)
        #expect(text == "00-0af7651916cd43dd0000000000000001-000000000000b7ad-01")
        #expect(TraceParent.context(text) == context)
    }

    @Test(
        "a traceparent that is not valid is ignored",
        arguments: [
            "", "00", "00-1-2-01", "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "00-+af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        ])
    func invalid(text: String) { #expect(TraceParent.context(text) == nil) }

    @Test("a tracer puts its span into a carrier, and takes it from one")
    func carriers() {
        struct Headers: Injector, Extractor {
            func inject(_ value: String, forKey key: String, into carrier: inout [String: String]) {
                carrier[key] = value
            }
            func extract(key: String, from carrier: [String: String]) -> String? { carrier[key] }
        }
        let tracer = OpenTelemetryTracer(SpanQueue())
        var context = InstrumentationContext.topLevel
        var carrier: [String: String] = [:]
        tracer.inject(context, into: &carrier, using: Headers())
        #expect(carrier.isEmpty)
        context.trace = TraceContext(trace: .init(high: 1, low: 2), span: 3)
        tracer.inject(context, into: &carrier, using: Headers())
        var other = InstrumentationContext.topLevel
        tracer.extract(carrier, into: &other, using: Headers())
        #expect(other.trace == context.trace)
    }
}
