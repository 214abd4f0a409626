import Logging
import SaybusAudioOutput
import SaybusListening
import SaybusMessages
import SaybusStage
import Synchronization

/// The microphone and the loudspeaker of a page, while it talks.
final class PageTalk: Sendable {
    private struct Talk: Sendable {
        let microphone: PageMicrophone
        let sink: BusSink
        let task: Task<Void, Never>
    }

    private let session: Session
    private let console: ConsoleServices
    private let queue: PageQueue
    private let talk = Mutex<Talk?>(nil)

    /// Creates the talk of a page, which has not begun.
    /// - Parameters:
    ///   - session: The page's session.
    ///   - console: The services of the console.
    ///   - queue: The frames for the page.
    init(in session: Session, _ console: ConsoleServices, _ queue: PageQueue) {
        (self.session, self.console, self.queue) = (session, console, queue)
    }

    /// The microphone; nil while the page does not talk.
    var microphone: PageMicrophone? { talk.withLock { $0?.microphone } }

    /// The loudspeaker; nil while the page does not talk.
    var sink: BusSink? { talk.withLock { $0?.sink } }

    /// Starts the stages of the page's microphone and loudspeaker, unless they run.
    func begin() {
        guard talk.withLock({ $0 == nil }) else { return }
        let microphone = PageMicrophone(name: AudioBlock.browser)
        let sink = BusSink(rate: SinkChoice.rate) { [queue] chunk, id in
            queue.add(.binary(SoundFrame.output(chunk, id: id)))
        }
        let stages = TalkStages(
            options: console.options, session: session, voice: console.voice, microphone: microphone, sink: sink)
        let giveUp: @Sendable () -> Void = { [weak self] in self?.leave(microphone) }
        // Made with the lock held, so that the end of the task comes after.
        talk.withLock { talk in
            let task = Task { [weak self, console, queue, session] in
                if let reason = await console.talking.begin(session, giveUp: giveUp) {
                    self?.ended(microphone, reason)
                    return
                }
                queue.add(.text(ConsoleReport.talk(isOn: true, reason: nil).json))
                var reason: String?
                do { try await stages.run() } catch is CancellationError {} catch { reason = "\(error)" }
                if let reason { console.context.logger.error("a page cannot talk", metadata: ["reason": "\(reason)"]) }
                self?.ended(microphone, reason)
                // Comes last, because another talk may begin with it.
                console.talking.end(session)
            }
            talk = Talk(microphone: microphone, sink: sink, task: task)
        }
    }

    /// Tells the page that its stages have ended, so that it can start them again.
    private func ended(_ microphone: PageMicrophone, _ reason: String?) {
        talk.withLock { if $0?.microphone === microphone { $0 = nil } }
        queue.add(.text(ConsoleReport.talk(isOn: false, reason: reason).json))
    }

    /// Leaves the session to another page.
    private func leave(_ microphone: PageMicrophone) {
        guard end(microphone) else { return }
        queue.add(.text(ConsoleReport.talk(isOn: false, reason: "this conversation goes on in another window").json))
    }

    /// Ends the stages.
    /// - Parameter microphone: The microphone of the talk that is ended; nil ends any.
    /// - Returns: Whether there was one.
    @discardableResult
    func end(_ microphone: PageMicrophone? = nil) -> Bool {
        let ended = talk.withLock { talk -> Talk? in
            guard microphone == nil || talk?.microphone === microphone else { return nil }
            defer { talk = nil }
            return talk
        }
        ended?.task.cancel()
        return ended != nil
    }
}
