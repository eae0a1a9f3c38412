import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { z } from 'zod';
import { faultOfEmail, faultOfName, faultOfPassword, keeps } from '../../rules/account.ts';
import type { Auth } from './create-auth.ts';

/** The form of the first administrator. */
export const firstAdminSchema = z.object({
  name: z.string().trim().superRefine(keeps(faultOfName)),
  email: z.string().trim().toLowerCase().superRefine(keeps(faultOfEmail)),
  password: z.string().superRefine(keeps(faultOfPassword)),
});

/** Result of trying to become the first administrator. */
export type FirstAdminOutcome = 'DONE' | 'LINK_ENDED' | 'ADDRESS_TAKEN';

/** The one-time link for a site without an administrator. */
export type FirstAdmin = {
  /** Creates a new link, for one use within 24 hours; null once the site has an administrator. */
  createLink(): Promise<string | null>;
  /** Whether the link with this token can be used. */
  isOpen(token: string): Promise<boolean>;
  /** Creates the account, with a verified email address and administrator rights, all or nothing. */
  become(token: string, person: z.infer<typeof firstAdminSchema>): Promise<FirstAdminOutcome>;
  /** Signs this new administrator in, and returns the cookies of the session; none if that failed, so they sign in themselves. */
  signIn(person: z.infer<typeof firstAdminSchema>, headers: Headers): Promise<readonly string[]>;
};

/** Path of the link; its parameter `token` has the token. */
export const firstAdminPath = '/api/first-admin';

/** Creates the service. Stores only the hash of a token. Anyone who can read the server's terminal can create administrators anyway. */
export function createFirstAdmin({ pool, auth, publicUrl }: { pool: Pool; auth: () => Promise<Auth>; publicUrl: string }): FirstAdmin {
  return {
    async createLink() {
      const token = randomBytes(32).toString('base64url');
      const { rowCount } = await pool.query(
        `insert into auth."verification" ("identifier", "value", "expiresAt")
         select $1, '', now() + interval '24 hours' where not exists (select from auth."user" where "role" = 'admin')`,
        [identifierOf(token)],
      );
      return rowCount === 1 ? `${publicUrl}${firstAdminPath}?token=${token}` : null;
    },

    async isOpen(token) {
      const { rowCount } = await pool.query(
        `select from auth."verification" where "identifier" = $1 and "expiresAt" > now()
           and not exists (select from auth."user" where "role" = 'admin')`,
        [identifierOf(token)],
      );
      return rowCount === 1;
    },

    async become(token, { name, email, password }) {
      if (!(await this.isOpen(token))) return 'LINK_ENDED';
      const passwordHash = await (await (await auth()).$context).password.hash(password);
      const client = await pool.connect();
      try {
        await client.query('begin');
        const used = await client.query(`delete from auth."verification" where "identifier" = $1 and "expiresAt" > now()`, [
          identifierOf(token),
        ]);
        const inserted = await client.query<{ id: string }>(
          `insert into auth."user" ("name", "email", "emailVerified") values ($1, $2, true) on conflict ("email") do nothing returning "id"`,
          [name, email],
        );
        const id = inserted.rows[0]?.id;
        if (used.rowCount !== 1 || id === undefined) {
          await client.query('rollback');
          return used.rowCount === 1 ? 'ADDRESS_TAKEN' : 'LINK_ENDED';
        }
        await client.query(
          `insert into auth."account" ("accountId", "providerId", "userId", "password", "updatedAt") values ($1::uuid::text, 'credential', $1::uuid, $2, now())`,
          [id, passwordHash],
        );
        const { rows } = await client.query<{ is_first: boolean }>('select auth.make_first_admin($1) as is_first', [id]);
        await client.query(rows[0]?.is_first === true ? 'commit' : 'rollback');
        return rows[0]?.is_first === true ? 'DONE' : 'LINK_ENDED';
      } catch (error) {
        await client.query('rollback').catch(() => undefined);
        throw error;
      } finally {
        client.release();
      }
    },

    async signIn({ email, password }, headers) {
      const { api } = await auth();
      const answer = await api.signInEmail({ body: { email, password }, headers, asResponse: true }).catch(() => null);
      return answer?.ok === true ? answer.headers.getSetCookie() : [];
    },
  };
}

function identifierOf(token: string): string {
  return `first-admin:${createHash('sha256').update(token).digest('base64url')}`;
}
