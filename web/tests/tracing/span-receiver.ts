import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';

type Value = { stringValue?: string; intValue?: number | string };
type Attribute = { key: string; value: Value };
type RawSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  status: { code?: number };
};
type Body = { resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: RawSpan[] }[] }[] };

/** A span as a collector receives it. */
export type ReceivedSpan = Omit<RawSpan, 'attributes'> & { service: string; attributes: Record<string, string | number | undefined> };

/** A collector on this machine, which receives traces over HTTP (OTLP) like a real one. */
export type SpanReceiver = {
  url: string;
  /** All spans received. */
  spans: ReceivedSpan[];
  /** The bodies as they were received. */
  bodies: string[];
  /** The headers of the last request. */
  headers: () => Record<string, string | string[] | undefined>;
  /** Waits for a span. */
  find: (matches: (span: ReceivedSpan) => boolean) => Promise<ReceivedSpan>;
  /** Makes it answer with this status. */
  answerWith: (status: number) => void;
  close: () => Promise<void>;
};

export async function startSpanReceiver(): Promise<SpanReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  let status = 200;
  let headers: Record<string, string | string[] | undefined> = {};
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      headers = request.headers;
      const text = Buffer.concat(chunks).toString('utf8');
      if (status === 200 && request.url === '/v1/traces') {
        bodies.push(text);
        spans.push(...spansOf(JSON.parse(text) as Body));
      }
      response.writeHead(request.url === '/v1/traces' ? status : 404, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers: () => headers,
    async find(matches) {
      await expect.poll(() => spans.some(matches)).toBe(true);
      const match = spans.find(matches);
      if (!match) throw new Error('find: expected a span, got none');
      return match;
    },
    answerWith: (next) => void (status = next),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function spansOf({ resourceSpans }: Body): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(recordOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service, attributes: recordOf(span.attributes) })));
  });
}

function recordOf(attributes: readonly Attribute[]): Record<string, string | number | undefined> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? (value.intValue === undefined ? undefined : Number(value.intValue))]),
  );
}
