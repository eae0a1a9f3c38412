import { site } from '../../rules/site/site.ts';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Pool } from 'pg';

/** A passkey that was verified when it was created or used. */
export type StoredPasskey = {
  readonly id: string;
  readonly userId: string;
  readonly publicKey: Buffer;
  readonly signCount: number;
};

/** Stores passkeys, and runs the two ceremonies of WebAuthn. */
export type Passkeys = ReturnType<typeof createPasskeys>;

/** Creates the passkey service. `pool` uses the login newline_auth. The library is loaded on first use. */
export function createPasskeys(settings: { readonly pool: Pool; readonly publicUrl: string }) {
  const { pool, publicUrl } = settings;
  const { origin, hostname } = new URL(publicUrl);
  const library = () => import('@simplewebauthn/server');

  return {
    /**
     * Returns what a browser needs to create a passkey, with a challenge to store. The device must require a fingerprint, a face or a PIN.
     */
    async optionsToCreate(user: { readonly id: string; readonly email: string; readonly name: string }) {
      const { rows } = await pool.query<{ id: string }>('select credential_id as id from auth.passkeys where user_id = $1', [user.id]);
      const { generateRegistrationOptions } = await library();
      return generateRegistrationOptions({
        rpName: site.name,
        rpID: hostname,
        userID: new TextEncoder().encode(user.id),
        userName: user.email,
        userDisplayName: user.name,
        excludeCredentials: rows,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
    },

    /**
     * Stores the passkey that a browser created for this challenge; false if it is invalid or already stored. Because the device verified
     * its user, the session then counts as having a second step.
     */
    async create(
      owner: { readonly userId: string; readonly sessionId: string; readonly name: string },
      response: RegistrationResponseJSON,
      expectedChallenge: string,
    ): Promise<boolean> {
      const { verifyRegistrationResponse } = await library();
      const verified = await verifyRegistrationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: hostname,
        requireUserVerification: true,
      }).catch(() => null);
      if (!verified?.verified) return false;
      const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
      const { rowCount } = await pool.query(
        `insert into auth.passkeys (user_id, credential_id, public_key, sign_count, transports, name) values ($1, $2, $3, $4, $5, $6)
         on conflict (credential_id) do nothing`,
        [owner.userId, id, Buffer.from(publicKey), counter, transports.slice(0, 10), owner.name],
      );
      if (rowCount !== 1) return false;
      await pool.query(`update auth."session" set "secondStep" = 'passkey' where "id" = $1 and "userId" = $2 and "secondStep" is null`, [
        owner.sessionId,
        owner.userId,
      ]);
      return true;
    },

    /** Returns what a browser needs to sign in with any of its passkeys for this site. */
    async optionsToSignIn() {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({ rpID: hostname, userVerification: 'required' });
    },

    /** Returns the user whose passkey signed this challenge; null if there is none. */
    async userOf(response: AuthenticationResponseJSON, expectedChallenge: string): Promise<string | null> {
      const { rows } = await pool.query<StoredPasskey>(
        `select id, user_id as "userId", public_key as "publicKey", sign_count::float8 as "signCount" from auth.passkeys where credential_id = $1`,
        [response.id],
      );
      const [passkey] = rows;
      if (!passkey) return null;
      const { verifyAuthenticationResponse } = await library();
      const verified = await verifyAuthenticationResponse({
        response,
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: hostname,
        credential: { id: response.id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.signCount },
        requireUserVerification: true,
      }).catch(() => null);
      if (!verified?.verified) return null;
      await pool.query('update auth.passkeys set sign_count = $2, last_used_at = now() where id = $1', [
        passkey.id,
        verified.authenticationInfo.newCounter,
      ]);
      return passkey.userId;
    },

    /** Removes one of the user's passkeys. */
    async remove(userId: string, id: string): Promise<void> {
      await pool.query('delete from auth.passkeys where id = $1 and user_id = $2', [id, userId]);
    },
  };
}
