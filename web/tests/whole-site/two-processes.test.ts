import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../../bin/tests/free-port.ts';
import { makePlace, type Place, type StartingSite } from './starting-site.ts';
import { type Nginx, packagedConfiguration, startNginx } from './start-nginx.ts';
import { sendSteadily } from './steady-requests.ts';

// Two processes behind nginx with the configuration that docs/operating.md installs, while requests arrive. Each round starts processes again,
// so it's only in the full run; front.test.ts tests how a process leaves in every run.
const rounds = Number(process.env['NEWLINE_TEST_ROUNDS'] ?? 5);
const perSecond = 100;

describe.runIf(process.env['NEWLINE_TEST_FULL'])('two processes behind nginx, at 100 requests per second', { timeout: 900_000 }, () => {
  let environment: Place;
  let nginx: Nginx;
  let ports: readonly [number, number];
  const sites: StartingSite[] = [];

  beforeAll(async () => {
    environment = await makePlace(19_900);
    const first = await freePort(19_950);
    ports = [first, await freePort(first + 1)];
    nginx = await startNginx(19_980, ({ port }) => packagedConfiguration({ port, sites: ports }));
    for (const index of [0, 1]) await start(index);
  }, 300_000);
  afterEach(async () => {
    for (const index of [0, 1]) if (sites[index] === undefined) await start(index);
  });
  afterAll(async () => {
    await environment?.stopAll();
    await nginx?.stop();
    await environment?.remove();
  });

  async function start(index: number): Promise<void> {
    const site = environment.begin({ PORT: String(ports[index]), PUBLIC_URL: nginx.origin, TRUST_PROXY: '1' });
    sites[index] = site;
    await site.ready;
  }

  test('a rolling restart fails no request @RUN-01', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const requests = sendSteadily(nginx.origin, { perSecond });
      for (const index of [0, 1]) {
        expect(await sites[index]?.stop()).toBe(0);
        await start(index);
      }
      const { sent, rate, failed } = await requests.stop();
      console.log(`rolling restart ${round + 1}: ${sent} requests, ${rate} per second, ${failed.length} failed`);
      expect(sent).toBeGreaterThan(perSecond);
      expect(failed, nginx.errors().slice(-2_000)).toEqual([]);
    }
  });

  test('if one is killed, only requests fail that it was answering @RUN-01', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const requests = sendSteadily(nginx.origin, { perSecond });
      const killed = sites[round % 2];
      await expect.poll(requests.sent).toBeGreaterThan(perSecond);
      killed?.signal('SIGKILL');
      await killed?.ended;
      const sentBefore = requests.sent();
      await start(round % 2);
      const { sent, rate, failed } = await requests.stop();
      console.log(`kill ${round + 1}: ${sent} requests, ${rate} per second, ${failed.length} failed`, failed);
      expect(failed.filter(({ number }) => number > sentBefore)).toEqual([]);
    }
  });
});
