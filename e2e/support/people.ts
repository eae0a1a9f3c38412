import { randomBytes } from 'node:crypto';
import { hashPassword } from '@newline/db/demo/demo-password';
import { testSecretKey } from './site-process.ts';
import type { SiteRows } from './site-rows.ts';

/** The permissions of a test's user: learn, learn with Pro, write, or run the site. */
export type PersonKind = 'learner' | 'pro' | 'author' | 'admin';

/** A user whom one test created, and no other uses. */
export type Person = { kind: PersonKind; id: string; name: string; username: string; email: string; password: string };

/** One password for all of them, because hashing it takes time. */
const password = 'correct horse battery staple';
let passwordHash: Promise<string> | undefined;

/** Returns a few characters that no other test of the run has, for names, titles and URLs. */
export const suffix = (): string => randomBytes(4).toString('hex');

/**
 * Creates a user who signed up a year ago, so that no limit for new users applies. An author has written an unlisted course without
 * lessons, because only authors can create items.
 */
export async function makePerson(rows: SiteRows, kind: PersonKind, firstName = 'Robin'): Promise<Person> {
  const mark = suffix();
  const name = `${firstName} ${mark}`;
  const username = `${firstName.toLowerCase()}-${mark}`;
  const email = `${username}@example.com`;
  passwordHash ??= hashPassword(testSecretKey, password);
  const [made] = await rows.run(
    `with made as (
       insert into auth."user" ("name", "email", "emailVerified", "createdAt") values ($1, $2, true, now() - interval '1 year') returning "id"
     ), account as (
       insert into auth."account" ("accountId", "providerId", "userId", "password", "updatedAt")
       select "id", 'credential', "id", $3, now() from made
     )
     select "id" as id from made`,
    [name, email, await passwordHash],
  );
  const id = String(made?.['id']);
  await rows.run(`update app_public.users set username = $2, is_admin = $3, created_at = now() - interval '1 year' where id = $1`, [
    id,
    username,
    kind === 'admin',
  ]);
  if (kind === 'pro')
    await rows.run(
      `insert into app_public.subscriptions (user_id, plan_id, kind, period_ends_at)
       select $1, id, kind, now() + interval '1 year' from app_public.plans where kind = 'PRO' and billing_interval = 'MONTH'`,
      [id],
    );
  if (kind === 'author')
    await rows.run(
      `with made as (
         insert into app_public.courses (title, slug, permalink, is_published, published_at, is_shown_publicly)
         values ('Written by ' || $2, 'written-by-' || $3, '/courses/written-by-' || $3, true, now() - interval '1 day', false) returning id
       )
       insert into app_public.contributions (course_id, user_id) select id, $1 from made`,
      [id, name, username],
    );
  return { kind, id, name, username, email, password };
}
