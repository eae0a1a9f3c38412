import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import type { WholeSite } from './start-whole-site.ts';

export function testTaken(site: () => WholeSite): void {
  const newAddress = (name: string) => `${name}-${randomBytes(4).toString('hex')}@example.com`;
  const ownSubnet = () => ({ 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}` });
  const post = (path: string, email: string, headers: Record<string, string> = {}) =>
    fetch(site().origin + path, { method: 'POST', body: new URLSearchParams({ email }), headers, redirect: 'manual' });
  const stateOf = async (email: string) =>
    (await site().asOwner(`select state from app_private.newsletter_subscribers where email = '${email}'`))[0]?.['state'];

  test('is accepted only from forms of the site’s own pages @HOME-04', async () => {
    const mallory = newAddress('mallory');
    const network = ownSubnet();
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }, { origin: 'null' }]) {
      for (const path of ['/newsletter', '/newsletter.data'])
        expect((await post(path, mallory, { ...network, ...headers })).status, `${path} ${JSON.stringify(headers)}`).toBe(403);
    }
    expect((await post('/newsletter', `${'m'.repeat(5000)}@example.com`, network)).status).toBe(413);
    const json = { method: 'POST', body: JSON.stringify({ email: mallory }), headers: { ...network, 'content-type': 'application/json' } };
    expect((await fetch(`${site().origin}/newsletter`, json)).status).toBe(415);
    for (const path of ['/', '/pricing', '/newsletter/', '/account', '/studio', '/%6eewsletter/x']) {
      const refused = await post(path, mallory, network);
      expect([refused.status, refused.headers.get('allow')], path).toEqual([405, 'GET, HEAD']);
    }
    const response = await fetch(`${site().origin}/newsletter`, {
      method: 'PUT',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    expect(await stateOf(mallory)).toBeUndefined();
    // The control: a form sent from the page itself is accepted.
    expect((await post('/newsletter', mallory, { ...network, origin: site().origin })).status).toBe(200);
    expect(await stateOf(mallory)).toBe('PENDING');
  });

  test('counts against the limit of the IP address, too @HOME-04', async () => {
    const network = ownSubnet();
    const answers = await Promise.all(Array.from({ length: 30 }, () => post('/newsletter', newAddress('reader'), network)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const limitedAddress = newAddress('late');
    const last = await post('/newsletter', limitedAddress, network);
    expect(await last.text()).toContain('Too many sign-ups from your IP address.');
    expect(await stateOf(limitedAddress)).toBeUndefined();
    // The control: another subnet isn't affected.
    expect(await (await post('/newsletter', limitedAddress, ownSubnet())).text()).toContain('Check your email');
  });

  test('is a 404 for an unknown list @EXPL-01 @EXPL-04', async () => {
    for (const query of ['?category=no-such', '?pages=0', '?pages=21'])
      expect((await site().get(`/explore-catalog${query}`)).status, query).toBe(404);
    expect((await site().get('/explore-catalog?category=ai&pages=20')).status).toBe(200);
  });
}
