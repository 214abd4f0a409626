import Foundation
import SaybusBus
import SaybusMessages

@testable import SaybusTap

/// Creates messages as they are received from the bus.
enum Make {
    /// The turn of the messages by default.
    static let turn = TurnID("01890000-0000-7000-8000-0000abcd1234")
    /// The time of the messages by default: Unix time in microseconds.
    static let at: Int64 = 1_780_000_000_123_000

    static func message<Body: BusMessage>(
        _ body: Body, from source: String = "transcribe/one", session: Session = .default, turn: TurnID? = turn,
        run: UInt32 = 1, sequence: Int = 0, at: Int64 = at
    ) throws -> RawMessage {
        var header = Header(
            kind: Body.kind, session: session, turn: turn, source: Source(source)!, run: run, sequence: sequence, at: at
        )
        let bytes = try body.wire(header: &header)
        return RawMessage(header: header, body: bytes, stamp: Stamp(offset: 1, epoch: 1, at: at))
    }

    static func status(
        _ state: StageStatus.State, lost: Int = 0, problem: String? = nil, uptimeMs: Int = 1000
    ) -> StageStatus {
        var status = StageStatus(role: .intent, instance: "one", state: state, pid: 1, uptimeMs: uptimeMs)
        status.counters.lost = lost
        status.problem = problem
        return status
    }

    /// Returns the summaries that a printer produces, without colours and columns.
    static func lines(_ printer: inout MessagePrinter, _ messages: [RawMessage]) -> [String] {
        messages.flatMap { printer.entries(for: .message($0), counters: .init()) }.map { entry in
            switch entry {
            case .message(let shown): shown.summary.text
            case .malformed(let error): error.description
            case .gap(let count, let header): "lost \(count) \(header.kind)"
            case .leftOut(let count): "left out \(count)"
            }
        }
    }
}
