import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { signInAt } from '../../../e2e/support/api-client.ts';
import type { WholeSite } from './start-whole-site.ts';

/** Pages of somebody who is signed in: who that is counts at the moment they are sent. */
export function testSignedIn(site: () => WholeSite): void {
  test('show whoever is signed in by then, with what they may see, and nobody once the session is over @AUTH-01', async () => {
    const person = site().person('anotherLearner');
    const { cookie } = await signInAt(site().origin, person);
    const account = async () => {
      const answer = await site().get('/account', { cookie });
      return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
    };
    const admin = async () => (await site().get('/admin', { cookie })).status;
    for (let times = 0; times < 3; times++) {
      const { status, text } = await account();
      expect([status, text.includes(person.email)]).toEqual([200, true]);
      expect(await admin()).toBe(404);
    }
    const moved = `moved-${randomBytes(4).toString('hex')}@newline.example`;
    await site().asOwner(`update auth."user" set "email" = '${moved}' where "email" = '${person.email}'`);
    expect((await account()).text).toContain(moved);
    await site().asOwner(`update auth."user" set "email" = '${person.email}' where "email" = '${moved}'`);
    expect((await account()).text).not.toContain(moved);

    await site().asOwner(
      `update app_public.users set is_admin = true where id = (select "id" from auth."user" where "email" = '${person.email}')`,
    );
    expect(await admin()).toBe(200);
    await site().asOwner(
      `update app_public.users set is_admin = false where id = (select "id" from auth."user" where "email" = '${person.email}')`,
    );
    expect([await admin(), (await account()).status]).toEqual([404, 200]);

    await site().asOwner(`delete from auth."session" where "userId" = (select "id" from auth."user" where "email" = '${person.email}')`);
    const over = await account();
    expect([over.status, over.location]).toEqual([302, '/sign-in?returnTo=%2Faccount']);
    expect(over.text).not.toContain(person.email);
  });
}
