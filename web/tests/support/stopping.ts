import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fastify } from 'fastify';
import { createStopper } from '../../server/create-stopper.ts';
import { createFront } from '../../server/front.ts';
import { openSite } from '../../server/site.ts';
import { rethrow } from './rethrow.ts';

// A process with one server and one resource that takes time to close, which ends like the site.
const milliseconds = (name: string) => Number(process.env[name]);
const stopper = createStopper({ drainMs: milliseconds('DRAIN_MS') });
stopper.listenForSignals();
const front = createFront({ headers: {}, onError: rethrow });
const app = fastify({
  serverFactory: (handler) => {
    front.setAnswer(handler);
    return front.server;
  },
});
app.get('/', async () => {
  console.log('asked');
  await wait(milliseconds('REQUEST_MS'));
  return 'answer';
});
stopper.add('database', async () => {
  await wait(milliseconds('CLOSING_MS'));
  console.log('database stopped');
});
stopper.add(
  'http',
  async () => {
    await app.close();
    console.log('http stopped');
  },
  () => app.server.closeAllConnections(),
);
await front.listen({ port: 0, host: '127.0.0.1' });
await openSite(app, front);
stopper.finishStarting();
console.log((app.server.address() as AddressInfo).port);
