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

/** The short of the lesson "Context is a leash" of Go at Rest. */
export const contextIsALeash: VideoScript = {
  playbackId: 'leash-1c7p',
  title: 'Context is a leash',
  topic: 'backend',
  scenes: [
    {
      from: 21,
      code: `
ctx := r.Context()
rows, err :=
  db.QueryContext(
    ctx, query, id)
if err != nil {
  return err
}
defer rows.Close()`,
      sentences: [
        { text: 'A request starts a query. Then the client hangs up. How does the query find out?', to: 1, mark: 0 },
        { text: 'Through the context. Hand it on with every call.', to: 4, mark: 3 },
        { text: 'The driver listens to it, and the database stops.', to: 8 },
        { text: 'Without it, the database goes on sorting for nobody.' },
      ],
    },
    {
      from: 30,
      code: `
ctx, cancel :=
  context.
  WithTimeout(
    ctx, limit)
defer cancel()`,
      sentences: [
        { text: 'A leash can only be shortened. Ask for two seconds, and if your caller has one left, you get one.', to: 4, mark: 3 },
        { text: 'Always defer the cancel. Without it, the timer stays after you have left.', to: 5, mark: 4 },
      ],
    },
    {
      from: 44,
      code: `
select {
case <-ctx.Done():
  return context.
    Cause(ctx)
case out <- place:
}`,
      sentences: [
        { text: 'Your own loops have to listen, too. When you send, wait for both.', to: 6, mark: [1, 4] },
        { text: 'If the reader has left, a bare send waits forever, and so does the goroutine.', mark: 4 },
        { text: 'Most leaks in Go are a send that nobody receives.', mark: [] },
      ],
    },
  ],
};

/** The short of the lesson "Goroutines that end" of Go at Rest. */
export const goroutinesThatEnd: VideoScript = {
  playbackId: 'goroutines-6t3j',
  title: 'Goroutines that end',
  topic: 'backend',
  scenes: [
    {
      from: 20,
      code: `
go func() {
  for {
    poll()
  }
}()`,
      sentences: [
        { text: 'Go takes two letters and a decision: when does it end?', to: 5, mark: 0 },
        { text: 'This one never does. Start one for each request, and in a week you are out of memory.' },
        { text: 'Nothing reports it, because nothing has failed.' },
      ],
    },
    {
      from: 36,
      code: `
g, ctx := errgroup.
  WithContext(ctx)
g.Go(func() error {
  return poll(ctx)
})
g.Go(func() error {
  return push(ctx)
})
return g.Wait()`,
      sentences: [
        { text: 'Before you type go, say when it stops.', to: 2 },
        { text: 'A group starts both, and both get the same context.', to: 8, mark: [3, 6] },
        { text: 'If one fails, the context is canceled, and the other returns.' },
        { text: 'And the function waits for both, so neither outlives it.', to: 9, mark: 8 },
      ],
    },
    {
      from: 50,
      code: `
g.SetLimit(8)
for _, s := range
  stations {
  g.Go(ask(s))
}
err := g.Wait()`,
      sentences: [
        { text: 'For a thousand stations, set a limit: eight at a time.', to: 6, mark: 0 },
        { text: 'The loop waits at the ninth until one of the eight is done.', mark: 3 },
        { text: 'If and for replaced jumps. A group does the same for goroutines: it has a beginning and an end.', mark: [] },
      ],
    },
  ],
};
