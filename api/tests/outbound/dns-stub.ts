import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { isIPv4 } from 'node:net';
import type { ResolveHost } from '@newline/api/outbound';

/** A name server on loopback whose responses change with each query. */
export type DnsStub = {
  /** Resolves all addresses of a name over UDP. */
  readonly resolve: ResolveHost;
  /** The names of all A queries, in order. */
  readonly names: readonly string[];
  stop(): Promise<void>;
};

/**
 * Starts the name server.
 * @param answers by name: the response to the first query, the second, and so on; the last one repeats
 */
export async function startDnsStub(answers: Readonly<Record<string, readonly (readonly string[])[]>>): Promise<DnsStub> {
  const names: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, from) => {
    const { name, type, end } = readQuestion(question);
    const rounds = answers[name] ?? [];
    if (type === 1) names.push(name);
    const round = names.filter((one) => one === name).length - 1;
    const addresses = rounds[Math.min(Math.max(round, 0), rounds.length - 1)] ?? [];
    const matching = addresses.filter((address) => isIPv4(address) === (type === 1));
    const head = Buffer.alloc(12);
    question.copy(head, 0, 0, 2);
    head.writeUInt16BE(rounds.length === 0 ? 0x8183 : 0x8180, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(matching.length, 6);
    socket.send(
      Buffer.concat([head, question.subarray(12, end), ...matching.map((address) => record(address, type))]),
      from.port,
      from.address,
    );
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', () => resolve()));
  const resolver = new Resolver({ timeout: 1000, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    names,
    async resolve(host) {
      const v4 = await resolver.resolve4(host);
      const v6 = await resolver.resolve6(host).catch(() => []);
      return [...v4, ...v6];
    },
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** Returns one record: a pointer to the question's name, IN, a TTL of 0 s, the address. */
function record(address: string, type: number): Buffer {
  const data = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : Buffer.from(writeOut(address), 'hex');
  const head = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}

function writeOut(address: string): string {
  const [before = '', after = ''] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => group.padStart(4, '0')));
  const missing = 8 - groups(before).length - groups(after).length;
  return [...groups(before), ...Array.from({ length: missing }, () => '0000'), ...groups(after)].join('');
}
