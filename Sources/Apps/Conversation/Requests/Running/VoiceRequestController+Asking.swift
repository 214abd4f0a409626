import SaybusMessages

/// The prompt of a request, and listening for its answer.
extension VoiceRequestController {
    func speakPrompt(_ number: Int) {
        report(.presented)
        (overlapping, isSpokenOver) = (nil, false)
        let sequence = AudioEventSequence()
        if let utterance = cycle?.request.prompt?.utterance { sequence.addEvent(SpeechEvent(utterance: utterance)) }
        sequence.addEvent(host.requestSoundBoard.listeningBegins)
        let options = SequenceOptions(isQuestion: true)
        speech = host.trackCoordinator.play(sequence, on: .voiceRequest, turn: turn, options: options) {
            [weak self] end in
            guard let self else { return }
            switch end {
            case .heard: perform(machine.promptEnded(number, heard: true))
            case .spokenOver: promptSpokenOver(number)
            case .unheard(let reason):
                guard machine.cycle == number, machine.phase == .prompting else { return }
                error = RecognitionError(.prompt, "the question was not heard: \(reason)")
                perform(machine.promptEnded(number, heard: false))
            }
        }
    }

    /// Stops the prompt or the feedback. The answer to an earlier turn, behind which it may wait, is spoken to its end.
    func stopSpeaking() {
        if let speech { host.trackCoordinator.cancel(speech) }
    }

    /// Handles the end of a prompt during which the user began to speak: probably the answer, which is heard already.
    private func promptSpokenOver(_ number: Int) {
        guard let overlapping else { return perform(machine.promptEnded(number, heard: true)) }
        guard machine.promptSpokenOver(number) else { return }
        report(.listening)
        (speaking, isSpokenOver) = (overlapping.turn, true)
        let options = cycle?.request.recognition ?? RecognitionOptions()
        startLimit((overlapping.hasEnded ? .zero : options.maximumSpeech) + options.responseTimeout)
        settleTurn()
        wake()
    }

    func startListening(_ number: Int) {
        otherTurn = nil
        if cycle?.request.prompt?.utterance == nil {
            report(.presented)
            // Without a prompt, the earcon alone says that one may speak.
            host.sound(host.requestSoundBoard.listeningBegins, turn: nil)
        }
        report(.listening)
        let options = cycle?.request.recognition ?? RecognitionOptions()
        listenRequest = host.startListening(options, isCommand: cycle?.request.isImplicit == true)
        startLimit(listenRequest != nil ? options.noSpeechTimeout : host.typingTimeout)
        // The question was played, so the turn that led to it is over.
        settleTurn()
        wake()
    }

    /// Stops listening for an answer. Speech that has begun is still recognized.
    func stopListening() {
        timer.stop()
        if let listenRequest { host.stopListening(listenRequest) }
        listenRequest = nil
    }

    /// The time in which an answer is handled that came while the program stood still, once it has been read.
    private static let handlingTime = Duration.seconds(2)

    /// Begins the time limit of what the question waits for. If the program stood still at its end, what came meanwhile
    /// is read and handled first.
    func startLimit(_ time: Duration) {
        let number = machine.cycle
        timer.start(time) { [weak self] in
            guard let self, machine.cycle == number else { return }
            guard host.standsStill else { return timeIsOver(number) }
            // A conversation whose question ends meanwhile may be dropped.
            let conversation = host
            await conversation.readWaiting()
            // Speech, an answer, or the question's end in another program stops this limit.
            try? await Task.sleep(for: Self.handlingTime)
            if !Task.isCancelled { timeIsOver(number) }
            withExtendedLifetime(conversation) {}
        }
    }

    private func timeIsOver(_ number: Int) {
        guard machine.cycle == number else { return }
        if machine.phase == .listening, otherTurn != nil {
            startListening(number)
        } else if machine.phase == .listening {
            hear(SpeechRecognitionResult(transcript: "", confidence: 0, empty: .silence), turn: nil)
        } else if machine.phase == .hearing, isSpokenOver {
            // The words were for somebody else, whose turn goes on.
            (speaking, isSpokenOver) = (nil, false)
            machine.speechWithdrawn()
            startListening(number)
        } else if machine.phase == .hearing {
            abandonSpeaking()
            error = RecognitionError(.timeout, "the recognizers did not answer in time")
            perform(machine.recognitionFailed())
        }
    }
}
