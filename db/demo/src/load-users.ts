import { hashPassword } from './demo-password.ts';
import { insertRows, type LoadContext, userId } from './load-context.ts';
import { demoPeople } from './people.ts';
import { mediaPath } from './read-content.ts';
import { seededRandom } from '@newline/db/seeded-random';

/** The oldest date in the texts is 520 days ago; users signed up before that. */
const oldestDays = 600;

/** Loads accounts with their public rows, and a password for those who can sign in. */
export async function loadPeople(context: LoadContext): Promise<void> {
  const { client, content, daysAgo, secretKey } = context;
  const people = content.people.map((person) => ({
    ...person,
    id: userId(person.username),
    joinedAt: daysAgo(oldestDays + Math.floor(seededRandom(person.username)() * 400)),
    image: mediaPath(`avatars/${person.username}.svg`) ?? mediaPath(`avatars/${person.username}.webp`),
  }));
  // A trigger creates the public row and names it after the account, so each account uses its username as its name until all exist.
  await insertRows(
    context,
    'auth."user"',
    people.map(({ id, username, email, joinedAt }) => ({
      id,
      name: username,
      email,
      emailVerified: true,
      createdAt: joinedAt,
      updatedAt: joinedAt,
      banned: false,
    })),
  );
  await client.query(
    `update auth."user" u set "name" = coalesce(p.name, p.username)
     from jsonb_to_recordset($1) as p (id uuid, name text, username text) where u."id" = p.id`,
    [JSON.stringify(people)],
  );
  await client.query(
    `update app_public.users u set username = p.username, name = p.name, profile_image_url = p.image,
       employment_title = p."employmentTitle", employer_name = p."employerName", biography = p.bio, website_url = p."websiteUrl",
       github_username = p."githubUsername", twitter_username = p."twitterUsername", is_admin = p."isAdmin", created_at = p."joinedAt"
     from jsonb_to_recordset($1) as p (id uuid, username text, name text, image text, "employmentTitle" text, "employerName" text, bio text,
       "websiteUrl" text, "githubUsername" text, "twitterUsername" text, "isAdmin" boolean, "joinedAt" timestamptz)
     where u.id = p.id`,
    [JSON.stringify(people)],
  );
  const accounts = await Promise.all(
    demoPeople(secretKey).map(async ({ id, password }) => ({
      userId: id,
      accountId: id,
      providerId: 'credential',
      password: await hashPassword(secretKey, password),
    })),
  );
  const made = context.now.toISOString();
  await insertRows(
    context,
    'auth."account"',
    accounts.map((account) => ({ id: account.userId, ...account, createdAt: made, updatedAt: made })),
  );
}
