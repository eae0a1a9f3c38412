import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { vi } from 'vitest';

/** One event of a stream, as a browser reads it. */
export type StreamEvent = { id: string | null; event: string; data: unknown };

/** An open `/events`, on its own socket. */
export type OpenStream = {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly events: readonly StreamEvent[];
  /** Returns everything that was received, as text. */
  text(): string;
  /** Waits for a number of events with a name and returns them. */
  wait(event: string, howMany?: number): Promise<readonly StreamEvent[]>;
  readonly ended: Promise<unknown>;
  close(): void;
};

/** Opens a stream and waits for its headers, and for the body of an error. */
export async function openStream(url: string, headers: Record<string, string> = {}): Promise<OpenStream> {
  const request: ClientRequest = get(url, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const events: StreamEvent[] = [];
  let text = '';
  let rest = '';
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += chunk;
    const blocks = (rest + chunk).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
      const data = fields.get('data');
      if (data !== undefined)
        events.push({
          id: fields.get('id') ?? null,
          event: fields.get('event') ?? 'message',
          data: JSON.parse(data),
        });
    }
  });
  response.on('error', () => undefined);
  const ended = new Promise((resolve) => response.once('close', resolve));
  if (response.statusCode !== 200) await ended;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    text: () => text,
    wait: (name, howMany = 1) =>
      vi.waitFor(
        () => {
          const matches = events.filter(({ event }) => event === name);
          if (matches.length < howMany) throw new Error(`Expected ${howMany} of ${name}, got ${JSON.stringify(events)}`);
          return matches;
        },
        { timeout: 10_000, interval: 5 },
      ),
    ended,
    close: () => void request.destroy(),
  };
}
