import type { VideoScript } from './script.ts';

/** The short of the lesson "Stop when asked" of Go at Rest. */
export const stopWhenAsked: VideoScript = {
  playbackId: 'asked-9g2w',
  title: 'Stop when asked',
  topic: 'backend',
  scenes: [
    {
      from: 41,
      code: `
asked, off :=
  signal.
  NotifyContext(
    bg,
    syscall.SIGTERM)
defer off()

go srv.
  ListenAndServe()`,
      sentences: [
        { text: 'A platform that replaces your server sends it a signal, and waits for thirty seconds.', to: 5, mark: 4 },
        { text: 'Catch it as a context, and listen in the background.', to: 9, mark: [] },
        { text: 'If you do nothing more, the program ends in the middle of an answer.' },
      ],
    },
    {
      from: 51,
      code: `
<-asked.Done()
ready.Store(false)
time.Sleep(poll)
d, stop := context.
  WithTimeout(
    bg, limit)
defer stop()
srv.Shutdown(d)`,
      sentences: [
        { text: 'The main function stands here until the signal comes.', to: 1 },
        { text: 'Say that you are leaving, while you still serve.', to: 2, mark: 1 },
        { text: 'Wait until whoever sends you requests has asked once more, and heard it.', to: 3, mark: 2 },
        { text: 'Then drain, with a deadline and a context of its own.', to: 7, mark: [3, 4, 5] },
        { text: 'The context of the signal is already over. With that one, Shutdown would wait for nobody.', to: 8, mark: 7 },
        { text: 'Shutdown takes no new connections, and lets the requests in hand finish.' },
        { text: 'Keep the limit below the thirty seconds. After them, nobody asks.', mark: 5 },
        { text: 'A request that needs longer than that would have been lost anyway.' },
      ],
    },
  ],
};
