import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { createRecoveryCodes, createRecoveryHash, readRecoveryCode } from './recovery-codes.ts';
import { createSecretBox } from '../../secret-box.ts';
import { periodOfCode, secretBytes } from './totp.ts';

/** The kinds of second steps. A passkey is both steps in one. */
export type SecondStep = 'authenticator' | 'recovery-code' | 'passkey';

/** Stores users' second steps, and verifies codes. */
export type SecondSteps = {
  /** True when two-step sign-in is on for this user. */
  isOn(userId: string): Promise<boolean>;
  /** Starts setting up an authenticator app, replacing one that wasn't confirmed; null if two-step sign-in is on. */
  begin(userId: string): Promise<Buffer | null>;
  /** Turns on two-step sign-in with a code from the app; returns the recovery codes, or null if the code is wrong. */
  confirm(user: { readonly userId: string; readonly sessionId: string }, code: string): Promise<readonly string[] | null>;
  /** Consumes a code from the app or a recovery code; null if it is wrong or was already used. */
  use(userId: string, code: string): Promise<SecondStep | null>;
  /** Replaces the user's recovery codes. */
  renewRecoveryCodes(userId: string): Promise<readonly string[]>;
  /** Turns off two-step sign-in. */
  end(userId: string): Promise<void>;
  /** Stores a sign-in that is waiting for its second step; returns the value of the browser's cookie. */
  suspend(userId: string): Promise<string>;
  /** Returns the user whose sign-in is waiting in the browser with this cookie; null if there is none. */
  pendingUser(token: string): Promise<string | null>;
  /** The same, and counts one of the five attempts. */
  tryPending(token: string): Promise<string | null>;
  /** Removes the waiting sign-in; false if there is none. */
  resume(token: string): Promise<boolean>;
};

/** Creates the service. `pool` uses the login newline_auth. */
export function createSecondSteps({ pool, secretKey }: { readonly pool: Pool; readonly secretKey: string }): SecondSteps {
  const box = createSecretBox(secretKey, 'authenticator secrets');
  const hashOf = createRecoveryHash(secretKey);
  const newCodes = (userId: string) => {
    const codes = createRecoveryCodes();
    return { codes, hashes: codes.map((code) => hashOf(userId, code)) };
  };

  /** Returns the period of a code of the user's app; null if the code is wrong. */
  async function periodOf(userId: string, code: string, isConfirmed: boolean): Promise<number | null> {
    const { rows } = await pool.query<{ secret: Buffer }>(
      'select secret from auth.authenticators where user_id = $1 and (confirmed_at is not null) = $2',
      [userId, isConfirmed],
    );
    return rows[0] ? periodOfCode(box.open(rows[0].secret, userId), code.replaceAll(/\s/g, ''), Date.now()) : null;
  }

  async function isChanged(text: string, values: readonly unknown[]): Promise<boolean> {
    const { rowCount } = await pool.query(text, [...values]);
    return rowCount === 1;
  }

  return {
    isOn: (userId) => isChanged('select from auth.authenticators where user_id = $1 and confirmed_at is not null', [userId]),
    async begin(userId) {
      const secret = randomBytes(secretBytes);
      const isBegun = await isChanged(
        `insert into auth.authenticators as a (user_id, secret) values ($1, $2)
         on conflict (user_id) do update set secret = excluded.secret, created_at = now(), last_step = 0 where a.confirmed_at is null`,
        [userId, box.seal(secret, userId)],
      );
      return isBegun ? secret : null;
    },
    async confirm({ userId, sessionId }, code) {
      const period = await periodOf(userId, code, false);
      if (period === null) return null;
      const { codes, hashes } = newCodes(userId);
      const { rows } = await pool.query<{ isOn: boolean }>('select auth.confirm_authenticator($1, $2, $3, $4) as "isOn"', [
        userId,
        sessionId,
        period,
        hashes,
      ]);
      return rows[0]?.isOn === true ? codes : null;
    },
    async use(userId, typed) {
      const recovery = readRecoveryCode(typed);
      if (recovery !== null) {
        const isUsed = await isChanged('delete from auth.recovery_codes where user_id = $1 and code_hash = $2', [
          userId,
          hashOf(userId, recovery),
        ]);
        return isUsed ? 'recovery-code' : null;
      }
      const period = await periodOf(userId, typed, true);
      if (period === null) return null;
      const isFirstUse = await isChanged('update auth.authenticators set last_step = $2 where user_id = $1 and last_step < $2', [
        userId,
        period,
      ]);
      return isFirstUse ? 'authenticator' : null;
    },
    async renewRecoveryCodes(userId) {
      const { codes, hashes } = newCodes(userId);
      await pool.query('select auth.replace_recovery_codes($1, $2)', [userId, hashes]);
      return codes;
    },
    async end(userId) {
      await pool.query('delete from auth.authenticators where user_id = $1', [userId]);
    },
    async suspend(userId) {
      const token = randomBytes(32).toString('base64url');
      await pool.query('insert into auth.pending_sign_ins (token_hash, user_id) values ($1, $2)', [sha256(token), userId]);
      return token;
    },
    async pendingUser(token) {
      const { rows } = await pool.query<{ userId: string }>(
        `select user_id as "userId" from auth.pending_sign_ins where token_hash = $1 and created_at > now() - interval '10 minutes'`,
        [sha256(token)],
      );
      return rows[0]?.userId ?? null;
    },
    async tryPending(token) {
      const { rows } = await pool.query<{ userId: string }>(
        `update auth.pending_sign_ins set tries = tries + 1 where token_hash = $1 and tries < 5 and created_at > now() - interval '10 minutes'
         returning user_id as "userId"`,
        [sha256(token)],
      );
      return rows[0]?.userId ?? null;
    },
    resume: (token) => isChanged('delete from auth.pending_sign_ins where token_hash = $1', [sha256(token)]),
  };
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
