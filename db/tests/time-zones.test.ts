import { asPerson, asPersonForGood, startTestDatabase, type TestDatabase } from '@newline/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildWorld, people } from './permissions/world.ts';

let db: TestDatabase;
const me = people.learner;

beforeAll(async () => {
  db = await startTestDatabase();
  await buildWorld(db.superuser);
});
afterAll(() => db.stop());
beforeEach(async () => {
  await db.superuser.query('delete from app_public.study_days');
  await db.superuser.query(`update app_public.user_settings set time_zone = 'UTC'`);
  await db.superuser.query('update app_public.user_settings set follows_browser_time_zone = true');
});

/** Records progress at a given time, with the statement that saveProgress runs. */
async function study(...instants: readonly string[]): Promise<void> {
  for (const instant of instants) {
    await asPerson(db, me, async (client) => {
      const { rows } = await client.query<{ day: string; zone: string }>(
        'select app_private.day_at($1)::text as day, app_private.own_time_zone() as zone',
        [instant],
      );
      const [now] = rows;
      await db.superuser.query('insert into app_public.study_days (user_id, day, time_zone) values ($1, $2, $3) on conflict do nothing', [
        me.userId,
        now?.day,
        now?.zone,
      ]);
    });
  }
}

async function streakAt(instant: string): Promise<number | undefined> {
  const { rows } = await asPerson(db, me, (client) => client.query<{ n: number }>('select app_private.streak_at($1) as n', [instant]));
  return rows[0]?.n;
}

async function visitFrom(zone: string): Promise<string | undefined> {
  const { rows } = await asPersonForGood(db, me, (client) =>
    client.query<{ zone: string }>('select app_public.use_browser_time_zone($1) as zone', [zone]),
  );
  return rows[0]?.zone;
}

async function settings(): Promise<unknown> {
  const { rows } = await db.superuser.query<{ time_zone: string; follows: boolean; version: string }>(
    `select time_zone, follows_browser_time_zone as follows, xmin::text as version from app_public.user_settings where user_id = $1`,
    [me.userId],
  );
  return rows[0];
}

describe('the browser’s time zone', () => {
  test.each(['America/Los_Angeles', 'Asia/Kathmandu', 'Asia/Katmandu', 'Asia/Calcutta', 'Pacific/Kiritimati', 'Europe/Kyiv'])(
    '%s is saved, and written only when it changes',
    async (zone) => {
      expect(await visitFrom(zone)).toBe(zone);
      const first = await settings();
      expect(first).toMatchObject({ time_zone: zone, follows: true });
      expect(await visitFrom(zone)).toBe(zone);
      expect(await settings()).toEqual(first);
    },
  );

  test('an unknown name changes nothing', async () => {
    await visitFrom('Asia/Kathmandu');
    for (const zone of ['Mars/Olympus', 'FOO5BAR', '../../etc/passwd', '', 'x'.repeat(100_000)]) {
      expect(await visitFrom(zone)).toBe('Asia/Kathmandu');
    }
  });

  test('doesn’t replace a time zone that the user picked until they follow the browser again', async () => {
    const patch = (sql: string) =>
      asPersonForGood(db, me, (client) => client.query(`update app_public.user_settings set ${sql} where user_id = '${me.userId}'`));
    await visitFrom('Asia/Kathmandu');
    await patch(`time_zone = 'Asia/Tokyo', has_shortcuts = true`);
    expect(await visitFrom('America/Los_Angeles')).toBe('Asia/Tokyo');
    await patch(`time_zone = 'Asia/Tokyo', has_shortcuts = false`);
    expect(await visitFrom('America/Los_Angeles')).toBe('Asia/Tokyo');
    await patch('follows_browser_time_zone = true');
    expect(await visitFrom('America/Los_Angeles')).toBe('America/Los_Angeles');
    // Saving other settings together with the same time zone doesn't pick one.
    await patch(`time_zone = 'America/Los_Angeles', has_shortcuts = true`);
    expect(await visitFrom('Asia/Kathmandu')).toBe('Asia/Kathmandu');
  });

  test('isn’t saved for visitors', async () => {
    await expect(
      asPerson(db, people.visitor, (client) => client.query(`select app_public.use_browser_time_zone('Asia/Tokyo')`)),
    ).rejects.toMatchObject({ code: 'NL401' });
  });
});

describe('days of a streak', () => {
  test('are the user’s: evenings in Los Angeles don’t count as tomorrow', async () => {
    await visitFrom('America/Los_Angeles');
    // Monday 21:00, Tuesday 09:00 and Wednesday 23:30 there: two, two and one date in UTC.
    await study('2026-06-02T04:00Z', '2026-06-02T16:00Z', '2026-06-04T06:30Z');
    expect(await streakAt('2026-06-04T06:45Z')).toBe(3);
    expect(await streakAt('2026-06-05T06:59Z')).toBe(3);
    expect(await streakAt('2026-06-05T07:01Z')).toBe(0);
  });

  test('begin at 18:15 UTC in Kathmandu and at 10:00 UTC in Kiritimati', async () => {
    await visitFrom('Asia/Kathmandu');
    await study('2026-06-01T18:14Z', '2026-06-01T18:15Z');
    expect(await streakAt('2026-06-01T18:20Z')).toBe(2);
    await db.superuser.query('delete from app_public.study_days');
    await visitFrom('Pacific/Kiritimati');
    await study('2026-06-01T09:59Z', '2026-06-01T10:00Z');
    expect(await streakAt('2026-06-01T10:01Z')).toBe(2);
  });

  test('of 23 and 25 hours count once, and a missed one breaks the streak', async () => {
    await visitFrom('America/Los_Angeles');
    // Daylight saving time begins on 8 March and ends on 1 November 2026.
    await study('2026-03-08T07:59Z', '2026-03-08T08:00Z', '2026-03-09T06:59Z', '2026-03-09T07:00Z');
    expect(await streakAt('2026-03-09T08:00Z')).toBe(3);
    await study('2026-11-01T06:59Z', '2026-11-01T07:00Z', '2026-11-02T07:59Z', '2026-11-02T08:00Z');
    expect(await streakAt('2026-11-02T09:00Z')).toBe(3);
    await db.superuser.query('delete from app_public.study_days');
    await study('2026-03-08T07:59Z', '2026-03-09T07:00Z');
    expect(await streakAt('2026-03-09T08:00Z')).toBe(1);
  });

  test('crossing the date line neither breaks nor doubles them', async () => {
    await visitFrom('America/Los_Angeles');
    await study('2026-06-02T03:00Z'); // Monday, 1 June, 20:00
    await visitFrom('Pacific/Kiritimati'); // Tuesday, 2 June, 17:30 there, but the same evening
    await study('2026-06-02T03:30Z');
    expect(await streakAt('2026-06-02T04:00Z')).toBe(1);
    // 3 June begins at 10:00 UTC. Users who study then have missed nothing.
    expect(await streakAt('2026-06-02T10:30Z')).toBe(1);
    await study('2026-06-02T11:00Z');
    expect(await streakAt('2026-06-02T11:00Z')).toBe(2);
    // Back: it is 2 June again, which doesn't end the streak, and counts nothing twice.
    await visitFrom('America/Los_Angeles');
    expect(await streakAt('2026-06-02T12:00Z')).toBe(2);
    await study('2026-06-02T12:00Z', '2026-06-03T09:00Z');
    expect(await streakAt('2026-06-03T10:01Z')).toBe(2);
    await study('2026-06-05T06:00Z');
    expect(await streakAt('2026-06-05T06:00Z')).toBe(3);
  });

  test('a missed day is missed in every time zone', async () => {
    await visitFrom('America/Los_Angeles');
    await study('2026-06-02T03:00Z'); // 1 June, which ends at 07:00 UTC
    await visitFrom('Pacific/Kiritimati');
    await study('2026-06-03T10:30Z'); // 4 June there: 2 June passed in Los Angeles, 3 June in Kiritimati
    expect(await streakAt('2026-06-03T11:00Z')).toBe(1);
  });

  test('however often the time zone changes, one day adds at most one and keeps the streak', async () => {
    const zones = ['Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Pago_Pago', 'Europe/Lisbon', 'UTC'];
    const start = Date.parse('2026-10-20T00:00Z');
    for (let hour = 0; hour < 24 * 6; hour += 4) {
      await visitFrom(zones[(hour * 7) % zones.length] ?? 'UTC');
      const instant = new Date(start + hour * 3_600_000).toISOString();
      const before = (await streakAt(instant)) ?? -1;
      await study(instant);
      const after = (await streakAt(instant)) ?? -1;
      expect([hour, after - before <= 1 && after >= before && after >= Math.floor(hour / 26) && after <= Math.ceil(hour / 24) + 2]).toEqual(
        [hour, true],
      );
    }
  });
});
