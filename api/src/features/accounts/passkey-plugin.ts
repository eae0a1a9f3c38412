import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { BetterAuthPlugin, GenericEndpointContext } from 'better-auth';
import { APIError, createAuthEndpoint, sessionMiddleware } from 'better-auth/api';
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { accountLimits } from '../../rules/limits/account.ts';
import type { Passkeys } from './passkeys.ts';
import { proveOwner } from './prove-owner.ts';
import { startSession } from './start-session.ts';

/** The dependencies of the passkey plugin. */
export type PasskeyOptions = {
  readonly passkeys: Passkeys;
  /** The cookie of a browser that was sent a challenge. */
  readonly challengeCookie: { readonly name: string; readonly isSecure: boolean };
};

const maxAge = 5 * 60;

// The library checks the browser's data field by field; only the fields by which it is looked up are checked here.
const created = z.custom<RegistrationResponseJSON>((value) => isCredential(value));
const used = z.custom<AuthenticationResponseJSON>((value) => isCredential(value));

function isCredential(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' && value.id.length <= 1400;
}

/** Passkeys: created on the account page, and used instead of a password and its second step. A challenge works once, in one browser. */
export function passkeyPlugin({ passkeys, challengeCookie: cookie }: PasskeyOptions) {
  const attributes = { httpOnly: true, secure: cookie.isSecure, sameSite: 'strict', path: '/' } as const;

  const remember = async (ctx: GenericEndpointContext, value: Challenge) => {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(Date.now() + maxAge * 1000);
    await ctx.context.internalAdapter.createVerificationValue({ identifier: `passkey:${token}`, value: JSON.stringify(value), expiresAt });
    ctx.setCookie(cookie.name, token, { ...attributes, maxAge });
  };
  const take = async (ctx: GenericEndpointContext, kind: Challenge['kind']): Promise<Challenge> => {
    const token = ctx.getCookie(cookie.name);
    const verification = token ? await ctx.context.internalAdapter.consumeVerificationValue(`passkey:${token}`) : null;
    ctx.setCookie(cookie.name, '', { ...attributes, maxAge: 0 });
    const challenge = verification ? challengeSchema.parse(JSON.parse(verification.value)) : null;
    if (challenge?.kind !== kind) throw new APIError('BAD_REQUEST', { code: 'CHALLENGE_EXPIRED' });
    return challenge;
  };

  return {
    id: 'newline-passkeys',
    endpoints: {
      passkeyOptions: createAuthEndpoint(
        '/passkeys/options',
        { method: 'POST', body: z.object({ password: z.string().max(1000).optional() }), use: [sessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          await proveOwner(ctx, session, ctx.body.password);
          const options = await passkeys.optionsToCreate(user);
          await remember(ctx, { kind: 'create', challenge: options.challenge, userId: user.id });
          return ctx.json(options);
        },
      ),
      createPasskey: createAuthEndpoint(
        '/passkeys/create',
        {
          method: 'POST',
          body: z.object({ response: created, name: z.string().trim().min(1).max(accountLimits.name) }),
          use: [sessionMiddleware],
        },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          const { challenge, userId } = await take(ctx, 'create');
          if (userId !== user.id) throw new APIError('BAD_REQUEST', { code: 'CHALLENGE_EXPIRED' });
          const isStored = await passkeys
            .create({ userId: user.id, sessionId: session.id, name: ctx.body.name }, ctx.body.response, challenge)
            .catch((error: unknown) => {
              if (error instanceof Error && error.message === 'PASSKEY_LIMIT_REACHED')
                throw new APIError('CONFLICT', { code: 'PASSKEY_LIMIT_REACHED' });
              throw error;
            });
          if (!isStored) throw new APIError('BAD_REQUEST', { code: 'PASSKEY_INVALID' });
          return ctx.json({ status: true });
        },
      ),
      removePasskey: createAuthEndpoint(
        '/passkeys/remove',
        { method: 'POST', body: z.object({ id: z.uuid() }), use: [sessionMiddleware] },
        async (ctx) => {
          await passkeys.remove(ctx.context.session.user.id, ctx.body.id);
          return ctx.json({ status: true });
        },
      ),
      passkeySignInOptions: createAuthEndpoint('/passkeys/sign-in-options', { method: 'POST' }, async (ctx) => {
        const options = await passkeys.optionsToSignIn();
        await remember(ctx, { kind: 'sign-in', challenge: options.challenge, userId: null });
        return ctx.json(options);
      }),
      signInWithPasskey: createAuthEndpoint('/passkeys/sign-in', { method: 'POST', body: z.object({ response: used }) }, async (ctx) => {
        const { challenge } = await take(ctx, 'sign-in');
        const userId = await passkeys.userOf(ctx.body.response, challenge);
        const user = userId === null ? null : await ctx.context.internalAdapter.findUserById(userId);
        if (!user) throw new APIError('UNAUTHORIZED', { code: 'PASSKEY_INVALID' });
        await startSession(ctx, user, 'passkey');
        return ctx.json({ status: true });
      }),
    },
  } satisfies BetterAuthPlugin;
}

const challengeSchema = z.object({ kind: z.enum(['create', 'sign-in']), challenge: z.string(), userId: z.string().nullable() });
type Challenge = z.infer<typeof challengeSchema>;
