import Logging
import SaybusBus

/// The parts of the listening stage that its messages change and that the ``CapturePipeline`` uses.
struct ListenServices: Sendable {
    let bus: Bus
    let retransmitter: TurnRetransmitter
    let gate = HalfDuplexGate()
    let inbox = ListenInbox()
    let demand = LevelDemand()

    init(bus: Bus, logger: Logger) {
        self.bus = bus
        retransmitter = TurnRetransmitter(bus: bus, logger: logger)
    }
}
