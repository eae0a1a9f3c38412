import type { VideoScript } from './script.ts';

/** Wide videos that no clip plays: only users who can read their lesson get them. The tests of the paywall use them. */
export const paidFulls: readonly VideoScript[] = [
  {
    playbackId: 'drain-6w3n',
    title: 'The drain has its own context',
    topic: 'backend',
    from: 9,
    code: `
<-ctx.Done()
drain, cancel := context.WithTimeout(
  context.Background(),
  20*time.Second)
defer cancel()
return server.Shutdown(drain)`,
    sentences: [
      { text: 'The signal came, and its context is over.', to: 1 },
      { text: 'So the drain gets a context of its own, from the background.', to: 3, mark: 2 },
      { text: 'Twenty seconds, less than the platform waits.', to: 4 },
      { text: 'Shutdown lets the requests in hand finish. With the old context it returns before they do.', to: 6 },
    ],
  },
];
