import Foundation
import Tracing

/// A request to export spans: OTLP's `ExportTraceServiceRequest` in JSON, where ids are hexadecimal, numbers of 64 bits
/// are strings, and names of fields are in camel case.
struct ExportRequest: Encodable {
    let resourceSpans: [ResourceSpans]

    /// Creates a request.
    /// - Parameters:
    ///   - spans: The spans.
    ///   - resource: The program's own attributes, such as `service.name`.
    ///   - scope: The name and version of the instrumentation.
    init(_ spans: [FinishedSpan], of resource: [String: String], scope: Scope) {
        let attributes = resource.sorted { $0.key < $1.key }.map { Attribute(key: $0.key, value: .string($0.value)) }
        resourceSpans = [
            ResourceSpans(
                resource: Resource(attributes: attributes),
                scopeSpans: [ScopeSpans(scope: scope, spans: spans.map(Span.init))])
        ]
    }

    /// Returns the bytes of the request's body.
    func bytes() throws -> Data { try JSONEncoder().encode(self) }

    struct ResourceSpans: Encodable {
        let resource: Resource
        let scopeSpans: [ScopeSpans]
    }

    struct Resource: Encodable { let attributes: [Attribute] }

    struct ScopeSpans: Encodable {
        let scope: Scope
        let spans: [Span]
    }

    struct Scope: Encodable, Sendable {
        let name: String
        let version: String
    }

    struct Attribute: Encodable {
        let key: String
        let value: AttributeValue
    }

    struct Span: Encodable {
        let traceId: String
        let spanId: String
        let parentSpanId: String?
        let name: String
        let kind: Int
        let startTimeUnixNano: String
        let endTimeUnixNano: String
        let attributes: [Attribute]
        let events: [Event]
        let links: [Link]
        let status: Status
    }

    struct Event: Encodable {
        let timeUnixNano: String
        let name: String
        let attributes: [Attribute]
    }

    struct Link: Encodable {
        let traceId: String
        let spanId: String
    }

    struct Status: Encodable {
        let code: Int
        let message: String?
    }
}

extension ExportRequest.Span {
    init(_ span: FinishedSpan) {
        traceId = span.context.trace.text
        spanId = span.context.spanText
        parentSpanId = span.parent.map(hexadecimal)
        name = span.name
        kind =
            switch span.kind {
            case .internal: 1
            case .server: 2
            case .client: 3
            case .producer: 4
            case .consumer: 5
            }
        (startTimeUnixNano, endTimeUnixNano) = ("\(span.start)", "\(span.end)")
        attributes = ExportRequest.attributes(span.attributes)
        events = span.events.map { event in
            ExportRequest.Event(
                timeUnixNano: "\(event.nanosecondsSinceEpoch)", name: event.name,
                attributes: ExportRequest.attributes(event.attributes))
        }
        links = span.links.map { ExportRequest.Link(traceId: $0.trace.text, spanId: $0.spanText) }
        let code =
            switch span.status?.code {
            case nil: 0
            case .ok: 1
            case .error: 2
            }
        status = ExportRequest.Status(code: code, message: span.status?.message)
    }
}

extension ExportRequest {
    /// Returns attributes, sorted by name. At most ``OpenTelemetryTracer/maximumDetails`` are exported.
    static func attributes(_ attributes: SpanAttributes) -> [Attribute] {
        var all: [Attribute] = []
        attributes.forEach { all.append(Attribute(key: $0, value: AttributeValue($1))) }
        return Array(all.sorted { $0.key < $1.key }.prefix(OpenTelemetryTracer.maximumDetails))
    }
}
