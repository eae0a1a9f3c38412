import type { Pool } from 'pg';
import type { OwnSecurity } from '../../own-security.ts';

/** Maximum number of sessions in the list. */
const shownSessions = 50;

/** The result of a query by a session's token: only its holder can see it. */
const statement = `
  select u."email", c.new_email as "pendingEmail", c.old_confirmed_at is not null as "isAllowed", c.new_confirmed_at is not null as "isConfirmed",
    exists (select from auth."account" a where a."userId" = u."id" and a."password" is not null) as "hasPassword",
    (select coalesce(jsonb_agg(jsonb_build_object('providerId', a."providerId", 'connectedAt', a."createdAt") order by a."createdAt", a."id"), '[]')
      from auth."account" a where a."userId" = u."id" and a."providerId" <> 'credential') as "connections",
    (select to_jsonb(a.confirmed_at) from auth.authenticators a where a.user_id = u."id") as "twoStepSince",
    (select count(*)::int from auth.recovery_codes r where r.user_id = u."id") as "recoveryCodesLeft",
    (select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'createdAt', p.created_at, 'lastUsedAt', p.last_used_at)
      order by p.created_at), '[]') from auth.passkeys p where p.user_id = u."id") as "passkeys",
    coalesce(u."role" = 'admin' and not v.is_admin, false) as "needsSecondStep",
    (select count(*)::int from auth."session" s where s."userId" = u."id" and s."expiresAt" > now()) as "sessionCount",
    (select jsonb_agg(to_jsonb(l)) from (
      select s."id", coalesce(s."userAgent", '') as "userAgent", s."createdAt", s."lastUsedAt", s."id" = v.session_id as "isCurrent"
      from auth."session" s where s."userId" = u."id" and s."expiresAt" > now()
      order by s."id" = v.session_id desc, s."lastUsedAt" desc limit ${shownSessions}) l) as "sessions"
  from auth.viewer_of_session($1) v join auth."user" u on u."id" = v.user_id
    left join auth.email_changes c on c.user_id = u."id" and c.changed_at is null and c.requested_at > now() - interval '24 hours'`;

/** Returns how the user of a session signs in; null if the session has ended. */
export async function readOwnSecurity(pool: Pool, token: string): Promise<OwnSecurity | null> {
  const { rows } = await pool.query<OwnSecurity>({ name: 'own-security', text: statement, values: [token] });
  return rows[0] ?? null;
}
