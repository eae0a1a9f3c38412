import { afterAll, beforeAll, expect, test } from 'vitest';
import { doctorHeader, doctorToken, isDoctorToken, proxyReportIn } from '../src/proxy-report.ts';
import { startTestApi, type TestApi } from './start-test-api.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi();
});
afterAll(() => site.stop());

const ask = async (token: string | null) => {
  const response = await fetch(`${site.url}/readyz`, {
    headers: {
      'x-forwarded-for': '192.0.2.77, 198.51.100.7',
      'x-forwarded-proto': 'https',
      ...(token !== null && { [doctorHeader]: token }),
    },
  });
  expect(response.status).toBe(200);
  return proxyReportIn(await response.text());
};

test('a site tells someone who knows its SECRET_KEY what its proxies send, and nobody else', async () => {
  expect(await ask(doctorToken(site.db.secretKey))).toMatchObject({
    protocol: 'http',
    ip: '127.0.0.1',
    host: new URL(site.url).host,
    forwardedProto: 'https',
    forwardedFor: ['192.0.2.77', '198.51.100.7'],
  });
  for (const token of [null, '', 'words', doctorToken('another key'), doctorToken(site.db.secretKey, Date.now() - 3_600_000)])
    expect(await ask(token)).toBeNull();
});

test('a token holds for minutes, in both directions of a clock that is off', () => {
  const token = doctorToken('a key', 1_000_000);
  for (const now of [1_000_000, 1_290_000, 710_000]) expect(isDoctorToken('a key', token, now)).toBe(true);
  for (const now of [1_310_000, 690_000]) expect(isDoctorToken('a key', token, now)).toBe(false);
  expect(isDoctorToken('a key', token.replace(/^\d+/, '1001'), 1_001_000)).toBe(false);
});
