import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let site: TestApi;
beforeAll(async () => {
  site = await startTestApi();
});
afterAll(() => site.stop());

describe('GraphQL over HTTP @API-01', () => {
  for (const { id, name, fn } of serverAudits({ url: () => `${site.url}/graphql`, fetchFn: fetch })) {
    test(`${id} ${name}`, async () => {
      const result = await fn();
      const reason = result.status === 'ok' ? '' : result.reason;
      expect(result.status === 'ok', reason).toBe(true);
    });
  }
});
