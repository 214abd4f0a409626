import CoreMetrics
import Metrics
import Testing

@testable import SaybusTelemetry

@Suite("A registry of metrics")
struct MetricRegistryTests {
    private let registry = MetricRegistry()

    private func lines() -> [String] {
        PrometheusText.text(registry.families()).split(separator: "\n").map(String.init)
    }

    @Test("a counter keeps its name's end, counts up only, and goes on when it is made again")
    func counters() {
        let counter = Counter(label: "orders", dimensions: [("size", "large")], factory: registry)
        counter.increment(by: 2)
        counter.increment(by: -5)
        counter.destroy()
        Counter(label: "orders_total", dimensions: [("size", "large")], factory: registry).increment()
        #expect(
            lines() == [
                "# HELP orders_total A counter of this program.", "# TYPE orders_total counter",
                #"orders_total{size="large"} 3"#,
            ])
    }

    @Test("the least whole number is shown as any other large one")
    func least() {
        Meter(label: "balance", factory: registry).set(Int64.min)
        #expect(lines().last == "balance -9.223372036854776e+18")
    }

    @Test("a counter of fractions counts fractions")
    func fractions() {
        let counter = FloatingPointCounter(label: "litres", factory: registry)
        counter.increment(by: 0.25)
        counter.increment(by: 0.5)
        counter.increment(by: Double.nan)
        #expect(lines().last == "litres_total 0.75")
    }

    @Test("the buckets of a histogram are cumulative, end with +Inf, and agree with its count and sum")
    func histogram() {
        registry.describe("reply_seconds", "Time to reply.", bounds: [0.1, 0.5, 1])
        let recorder = Recorder(label: "reply_seconds", aggregate: true, factory: registry)
        // A value on a bound is within it.
        for value in [0.05, 0.1, 0.3, 7] { recorder.record(value) }
        recorder.record(Double.infinity)
        #expect(
            lines() == [
                "# HELP reply_seconds Time to reply.", "# TYPE reply_seconds histogram",
                #"reply_seconds_bucket{le="0.1"} 2"#, #"reply_seconds_bucket{le="0.5"} 3"#,
                #"reply_seconds_bucket{le="1"} 3"#, #"reply_seconds_bucket{le="+Inf"} 4"#, "reply_seconds_sum 7.45",
                "reply_seconds_count 4",
            ])
    }

    @Test("a timer is a histogram of seconds")
    func timer() {
        Timer(label: "work", factory: registry).recordNanoseconds(250_000_000)
        #expect(lines().contains(#"work_seconds_bucket{le="0.25"} 1"#))
        #expect(lines().contains("work_seconds_sum 0.25"))
    }

    @Test("a gauge shows its last value, and a meter goes up and down")
    func gauges() {
        let gauge = Gauge(label: "level", factory: registry)
        gauge.record(3)
        gauge.record(1.5)
        let meter = Meter(label: "queue", factory: registry)
        meter.set(5)
        meter.decrement(by: 2)
        #expect(lines().filter { !$0.hasPrefix("#") } == ["level 1.5", "queue 3"])
    }

    @Test("values of labels are escaped, and names become valid ones")
    func labels() {
        let value = "a\\b\"c\nd"
        Counter(
            label: "kitchen.orders", dimensions: [("the dish", value), ("le", "x"), ("job", "y"), ("__a", "z")],
            factory: registry
        ).increment()
        #expect(
            lines().last
                == #"kitchen_orders_total{job_="y",label__a="z",le_="x",the_dish="a\\b\"c\nd"} 1"#)
    }

    @Test("a metric has a bounded number of label sets, and further ones are counted together")
    func overflow() {
        for index in 0..<(MetricRegistry.maximumSeries + 50) {
            Counter(label: "visits", dimensions: [("page", "\(index)")], factory: registry).increment()
        }
        let samples = registry.families().first?.samples ?? []
        #expect(samples.count == MetricRegistry.maximumSeries + 1)
        #expect(samples.map(\.value).reduce(0, +) == Double(MetricRegistry.maximumSeries + 50))
        #expect(lines().contains(#"visits_total{page="other"} 50"#))
    }

    @Test("a name that belongs to another sort of metric is ignored, and so is one metric too many")
    func conflicts() {
        Gauge(label: "level_total", factory: registry).record(1)
        Counter(label: "level", factory: registry).increment()
        #expect(lines().filter { !$0.hasPrefix("#") } == ["level_total 1"])
        for index in 0...MetricRegistry.maximumMetrics {
            Gauge(label: "metric_\(index)", factory: registry).record(1)
        }
        #expect(registry.families().count == MetricRegistry.maximumMetrics)
    }

    @Test("metrics that collectors read stand beside the others, once for each name")
    func collectors() {
        registry.addCollector { [MetricFamily("up", .gauge, "Up.", [(["role": "a"], 1)])] }
        registry.addCollector { [MetricFamily("up", .gauge, "Up.", [(["role": "b"], 0)])] }
        registry.addCollector { [MetricFamily("up", .counter, "Another sort.", [([:], 7)])] }
        #expect(
            lines() == ["# HELP up Up.", "# TYPE up gauge", #"up{role="a"} 1"#, #"up{role="b"} 0"#])
    }

    @Test(
        "numbers are written as Prometheus reads them",
        arguments: [
            (0, "0"), (-3, "-3"), (0.1, "0.1"), (1e-05, "1e-05"), (1e22, "1e+22"), (.infinity, "+Inf"),
            (-.infinity, "-Inf"), (.nan, "NaN"), (9_007_199_254_740_991, "9007199254740991"),
        ] as [(Double, String)])
    func numbers(value: Double, text: String) { #expect(PrometheusText.number(value) == text) }

    @Test("threads that count at once lose nothing")
    func threads() async {
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<8 {
                group.addTask { [registry] in
                    for _ in 0..<1000 {
                        Counter(label: "hits", dimensions: [("lane", "\(index % 2)")], factory: registry).increment()
                    }
                }
            }
        }
        #expect(registry.families().first?.samples.map(\.value) == [4000, 4000])
    }

    @Test("the metrics of a process are there, and plausible")
    func process() throws {
        let values = Dictionary(
            uniqueKeysWithValues: ProcessMetrics.families().map { ($0.name, $0.samples.first?.value ?? -1) })
        let names = [
            "process_cpu_seconds_total", "process_max_fds", "process_open_fds", "process_resident_memory_bytes",
            "process_start_time_seconds", "process_threads", "process_virtual_memory_bytes",
        ]
        #expect(values.keys.sorted() == names)
        #expect(try #require(values["process_resident_memory_bytes"]) > 1_000_000)
        #expect(try #require(values["process_start_time_seconds"]) > 1_700_000_000)
        #expect(try #require(values["process_open_fds"]) >= 3)
    }
}
