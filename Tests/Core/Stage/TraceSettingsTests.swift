import Testing

@testable import SaybusStage

@Suite("The settings of traces in the environment")
struct TraceSettingsTests {
    @Test("a collector's URL that cannot be used is named, unless it has a password")
    func unusable() throws {
        for variable in ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] {
            let plain = TraceSettings(nil, [variable: "https://collector.example"])
            let remark = try #require(plain.remark)
            #expect(remark.contains(variable) && remark.contains("https://collector.example"), "\(remark)")
            for url in [
                "https://me:secret@collector.example", "http://me:secret@collector.example:4318",
                "http://secret@collector.example:4318",
            ] {
                let settings = TraceSettings(nil, [variable: url])
                let remark = try #require(settings.remark)
                #expect(settings.collector == nil)
                #expect(remark.contains(variable) && !remark.contains("secret"), "\(remark)")
            }
        }
    }
}
