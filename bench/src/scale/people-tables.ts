import { createHash } from 'node:crypto';
import { idOf, pick, sentenceOf, wordCount, wordOf } from './seeded.ts';
import { type Table, tableOf } from './table.ts';
import type { World } from './world.ts';

/** The users of a site, their accounts and sessions, and what an administrator sees of them. */
export function peopleTables(world: World): Table[] {
  const { counts } = world;
  const users = function* <Row>(row: (n: number) => Row): Generator<Row> {
    for (let n = 1; n < counts.users; n += 1) yield row(n);
  };
  const list = function* <Row>(count: number, row: (n: number) => Row): Generator<Row> {
    for (let n = 0; n < Math.max(1, Math.round(count)); n += 1) yield row(n);
  };
  const nameOf = (n: number) => `Reader ${wordOf(pick(1, n, wordCount))} ${n}`;
  const all = counts.users;
  return [
    tableOf('auth.user', 'id name email "emailVerified" "createdAt" "updatedAt"', () =>
      users((n) => [idOf('user', n), nameOf(n), `reader${n}@${wordOf(n % 300)}.example`, n % 20 > 0, world.joinedAt(n), world.joinedAt(n)]),
    ),
    tableOf('auth.account', 'id "accountId" "providerId" "userId" password "createdAt" "updatedAt"', () =>
      users((n) => [idOf('account', n), idOf('user', n), 'credential', idOf('user', n), 'none', world.joinedAt(n), world.joinedAt(n)]),
    ),
    tableOf('auth.session', 'id "expiresAt" token "createdAt" "updatedAt" "userAgent" "userId" "lastUsedAt"', () =>
      list(all / 4, (n) => {
        const at = world.daysAgo(n % 30);
        return [
          idOf('session', n),
          world.daysAgo(-30),
          `scale-session-${n}`,
          at,
          at,
          'Mozilla/5.0',
          idOf('user', 1 + ((n * 3) % (all - 1))),
          at,
        ];
      }),
    ),
    tableOf('app_public.users', 'id username name biography created_at updated_at', () =>
      users((n) => [
        ...[idOf('user', n), `reader-${n}`, nameOf(n), n % 5 === 0 ? sentenceOf(2, n, 12) : null],
        ...[world.joinedAt(n), world.joinedAt(n)],
      ]),
    ),
    tableOf('app_public.user_settings', 'user_id', () => users((n) => [idOf('user', n)])),
    tableOf('app_public.suspensions', 'user_id reason created_at', () =>
      list(all / 200, (n) => [idOf('user', all - 1 - n * 3), n % 2 === 0 ? 'Advertising' : null, world.daysAgo(n % 300)]),
    ),
    tableOf('app_public.access_tokens', 'id user_id name scope ending created_at', () =>
      list(all / 100, (n) => [idOf('token', n), world.userId(pick(3, n, all)), 'Backup', 'READ', 'abcd', world.daysAgo(n % 300)]),
    ),
    tableOf('app_public.audit_log', 'id user_id user_name action subject_kind subject_id details created_at', () =>
      list(all, (n) => {
        const action = ['site.saved', 'user.suspended', 'comment.hidden', 'grant.given', 'plan.changed'][n % 5] ?? '';
        const at = world.daysAgo(360 * (1 - n / all));
        return [idOf('audit', n), world.existing.adminId, 'Staff', action, 'user', world.userId(pick(4, n, all)), { json: { n } }, at];
      }),
    ),
    tableOf(
      'app_private.newsletter_subscribers',
      'id email first_name list_id tags state token_hash asked_at confirmed_at created_at told_state',
      () =>
        list(all / 2, (n) => {
          const state = n % 10 === 0 ? 'PENDING' : n % 10 === 1 ? 'UNSUBSCRIBED' : 'CONFIRMED';
          const at = world.daysAgo(1000 * (1 - n / (all / 2)));
          const hash = String.raw`\x${createHash('sha256').update(String(n)).digest('hex')}`;
          const reported = state === 'PENDING' ? null : state;
          return [
            idOf('subscriber', n),
            `letter${n}@${wordOf(n % 300)}.example`,
            null,
            'news',
            [],
            state,
            hash,
            at,
            reported && at,
            at,
            reported,
          ];
        }),
    ),
    tableOf('app_public.redirects', 'id from_path to_url created_at', () =>
      list(all / 100, (n) => [idOf('redirect', n), `/former/${wordOf(n % wordCount)}-${n}`, '/courses', world.daysAgo(n % 900)]),
    ),
    tableOf('app_public.webhook_endpoints', 'id url events is_enabled', () =>
      list(2, (n) => [idOf('endpoint', n), `https://receiver${n}.example/`, ['USER_CREATED'], false]),
    ),
    tableOf('app_public.webhook_deliveries', 'id endpoint_id event body status attempts_count created_at', () =>
      list(all / 10, (n) => [
        idOf('delivery', n),
        idOf('endpoint', n % 2),
        'USER_CREATED',
        '{}',
        n % 9 ? 'DELIVERED' : 'FAILED',
        1,
        world.daysAgo(n % 30),
      ]),
    ),
  ];
}
