import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { signInAt } from '../../../e2e/support/api-client.ts';
import type { WholeSite } from './start-whole-site.ts';

/** Returns the shell of a page without its nonce: header and footer, module preloads, and scripts. */
function shellOf(html: string) {
  const page = html.replace(/ nonce="[^"]*"/g, '');
  const scripts = [...page.matchAll(/<script\b[^>]*>[\s\S]*?<\/script>/g)].map(([script]) => script);
  return {
    head: /<header\b[\s\S]*?<\/header>/.exec(page)?.[0],
    foot: /<footer\b[\s\S]*?<\/footer>/.exec(page)?.[0],
    modules: [...page.matchAll(/<link rel="modulepreload"[^>]*>/g)].map(([link]) => link),
    // The loaders' data and the structured data belong to the page.
    scripts: scripts.filter((script) => !/streamController\.enqueue|application\/ld\+json/.test(script)),
  };
}

/** Tests pages of signed-in users, whose identity counts at the moment they're sent. */
export function testSignedIn(site: () => WholeSite): void {
  test('show the current user, with what they can see, and no one once the session has ended @AUTH-01', async () => {
    const person = site().person('anotherLearner');
    let { cookie } = await signInAt(site().origin, person);
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
    const moved = `Moved ${randomBytes(4).toString('hex')}`;
    const user = `(select "id" from auth."user" where "email" = '${person.email}')`;
    await site().asOwner(
      `create table public.names_before as select id, name from app_public.users where id = ${user}; update app_public.users set name = '${moved}' where id = ${user}`,
    );
    expect((await account()).text).toContain(moved);
    await site().asOwner(
      `update app_public.users u set name = b.name from public.names_before b where b.id = u.id; drop table public.names_before`,
    );
    expect((await account()).text).not.toContain(moved);

    // A changed email address ends every session.
    await site().asOwner(`update auth."user" set "email" = 'moved-${person.email}' where "email" = '${person.email}'`);
    const ended = await account();
    await site().asOwner(`update auth."user" set "email" = '${person.email}' where "email" = 'moved-${person.email}'`);
    expect([ended.status, ended.location]).toEqual([302, '/sign-in?returnTo=%2Faccount']);
    ({ cookie } = await signInAt(site().origin, person));

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

  test('have, when they are rendered for their reader, the same scripts as for everyone, and a head and footer that name the user only to that user @SITE-05', async () => {
    // With a parameter, the page is rendered for its reader.
    const path = '/articles/the-retry-budget?utm_source=mail';
    const get = async (headers?: Record<string, string>) => {
      const answer = await site().get(path, headers);
      const nonce = /'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy') ?? '')?.[1];
      return { text: await answer.text(), nonce };
    };
    // The visitors' page is itself cached, and so rendered as a whole.
    const visitors = await get();
    expect(visitors.nonce).toBeUndefined();
    const { head = '', foot = '', modules, scripts } = shellOf(visitors.text);
    expect([head.length > 500, foot.length > 500, modules.length > 5, scripts.length > 3]).toEqual([true, true, true, true]);
    const { cookie } = await signInAt(site().origin, site().person('anotherLearner'));
    const nonces = new Set<string>();
    for (let times = 0; times < 3; times++) {
      const own = await get({ cookie });
      const shell = shellOf(own.text);
      expect({ modules: shell.modules, scripts: shell.scripts }).toEqual({ modules, scripts });
      expect([/aria-label="Account of /.test(shell.head ?? ''), /\/sign-(?:in|up)"/.test(`${shell.head}${shell.foot}`)]).toEqual([
        true,
        false,
      ]);
      expect((await get()).text).not.toContain('Account of ');
      expect(own.text).not.toContain('cached-fragment');
      // Every nonce in it is its own.
      const used = new Set([...own.text.matchAll(/ nonce="([^"]*)"/g)].map(([, nonce]) => nonce));
      expect([...used]).toEqual([own.nonce]);
      nonces.add(own.nonce ?? '');
    }
    expect(nonces.size).toBe(3);
    const inCourses = shellOf(await (await site().get('/courses/no-such-course', { cookie })).text());
    const isCourses = /<a(?=[^>]*href="\/courses")[^>]*aria-current="page"/;
    expect(inCourses.head).toMatch(isCourses);
    expect(head).not.toMatch(isCourses);
  });
}
