import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server on loopback that pauses where a test requests it. */
export type FakeMailServer = {
  readonly url: string;
  /** Returns the number of emails that it has accepted, by email address. */
  accepted(to: string): number;
  /** Holds the next connection, or the response to the next email, until `go` is called. */
  holdNext(at: 'connection' | 'answer'): { readonly reached: Promise<void>; go(): void };
  close(): Promise<void>;
};

/** Starts the server on a free port. */
export async function startFakeMailServer(): Promise<FakeMailServer> {
  const counts = new Map<string, number>();
  type Hold = { at: 'connection' | 'answer'; reach: () => void; gone: Promise<void> };
  let hold: Hold | null = null;
  const pass = async (at: Hold['at'], goOn: () => void): Promise<void> => {
    if (hold?.at === at) {
      const { reach, gone } = hold;
      hold = null;
      reach();
      await gone;
    }
    goOn();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, callback) => void pass('connection', callback),
    onData(stream, session, callback) {
      stream.resume();
      stream.once('end', () => {
        // From here on, this server is responsible for delivery.
        for (const { address } of session.envelope.rcptTo) counts.set(address, (counts.get(address) ?? 0) + 1);
        void pass('answer', callback);
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    accepted: (to) => counts.get(to) ?? 0,
    holdNext(at) {
      const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
      const { promise: gone, resolve: go } = Promise.withResolvers<void>();
      hold = { at, reach, gone };
      return { reached, go };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
