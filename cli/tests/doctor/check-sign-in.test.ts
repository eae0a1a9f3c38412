import { readEnv } from '@newline/api/env';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestIssuer, type TestIssuer } from '../../../api/tests/accounts/test-issuer.ts';
import { checkSignIn } from '../../src/doctor/check-sign-in.ts';

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startTestIssuer();
});
afterAll(() => issuer.stop());

const check = (url: string, more: object = {}, only = 'off') => {
  const provider = { id: 'company', name: 'Acme', issuer: url, clientId: 'site', clientSecret: 'canary secret', ...more };
  return checkSignIn(readEnv({ OIDC_PROVIDERS: JSON.stringify([provider]), OIDC_ONLY: only }));
};

test('a provider that responds with its issuer and has keys is fine; without providers there is nothing to check @LOGIN-02', async () => {
  expect(await check(issuer.url, { privateNetwork: true })).toEqual([{ state: 'ok', what: `Sign-in: Acme (${issuer.url})` }]);
  expect(await checkSignIn(readEnv({}))).toEqual([]);
});

test('a provider that can’t be reached, or names another issuer, is reported with a solution @LOGIN-02', async () => {
  const [elsewhere] = await check(issuer.url.replace('127.0.0.1', 'localhost'), { privateNetwork: true });
  expect(elsewhere).toMatchObject({ state: 'warn', what: expect.stringContaining(`names another issuer: ${issuer.url}`) as string });
  expect(elsewhere?.remedy).toContain(`${issuer.url.replace('127.0.0.1', 'localhost')}/.well-known/openid-configuration`);
  const [away] = await check('http://127.0.0.1:9', { privateNetwork: true });
  expect(away).toMatchObject({ state: 'warn', what: expect.stringMatching(/^Sign-in: Acme: 127\.0\.0\.1/) as string });
  const [only] = await check(`${issuer.url}/realms/none`, { privateNetwork: true }, 'on');
  expect(only).toMatchObject({ state: 'fail', what: expect.stringContaining('404') as string });
  expect(JSON.stringify([elsewhere, away, only])).not.toContain('canary');
});
