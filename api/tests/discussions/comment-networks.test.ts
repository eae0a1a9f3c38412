import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../people.ts';
import { replyToComment, startTalkers, type Talkers } from './talkers.ts';
import { codeOf } from '../writers.ts';

let at: Talkers;
beforeAll(async () => {
  at = await startTalkers({ trustProxy: 1 });
});
afterAll(() => at?.stop());

test('a subnet can send 120 comments in ten minutes, however many accounts and IP addresses it has; then 429 with Retry-After @DISC-12', async () => {
  const { browser, userId } = await signUp(at.site, 'fifth@example.com', 'Fay Fifth');
  await at.site.db.superuser.query(`update app_public.users set created_at = now() - interval '30 days' where id = $1`, [userId]);
  const { discussionId } = await at.begin(at.author, 'A question');
  const send = (from: typeof browser, address: string, bodyMarkdown: string) =>
    from.send('POST', '/graphql', {
      body: { query: replyToComment, variables: { comment: { discussionId, bodyMarkdown } } },
      headers: { accept: 'application/graphql-response+json', 'x-forwarded-for': address },
    });
  const people = [at.author, at.learner, at.other, at.admin, { browser }];
  const answers = await Promise.all(
    people.flatMap((person, index) =>
      // Each has a separate IP address, all in one /64.
      Array.from({ length: 29 }, (_, n) => send(person.browser, `2001:db8:1:2:${index}::${n + 1}`, `Flood ${index} ${n}`)),
    ),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
  expect(refused).toHaveLength(25);
  for (const answer of refused) {
    const wait = Number(answer.headers.get('retry-after'));
    expect(answer.json().errors?.[0]?.extensions).toMatchObject({ code: 'TOO_MANY', retryAfterSeconds: wait });
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(600);
  }
  const { rows } = await at.site.db.superuser.query<{ n: number }>(
    `select count(*)::int as n from app_public.comments where body_markdown like 'Flood %'`,
  );
  expect(rows[0]?.n).toBe(120);

  // Control: the same user can post from the next subnet, and from this machine, which isn't counted.
  expect((await send(browser, '2001:db8:1:3::1', 'From next door')).status).toBe(200);
  expect((await send(browser, '2001:db8:1:2::ffff', 'Again from there')).status).toBe(429);
  expect(codeOf(await at.reply(at.admin, discussionId, 'From this machine'))).toBeUndefined();
});
