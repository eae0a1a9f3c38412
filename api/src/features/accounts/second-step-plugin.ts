import { site } from '../../rules/site/site.ts';
import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, createAuthMiddleware, getOAuthState, sessionMiddleware } from 'better-auth/api';
import { z } from 'zod';
import type { RateLimits } from '../../rate-limits.ts';
import type { SendMail } from '../../mail.ts';
import { subnetHeader, widerSubnetOf } from '../../subnet.ts';
import { accountLimits } from '../../rules/limits/account.ts';
import { anyPathOfSite } from '../../rules/return-path.ts';
import { drawQr } from './draw-qr.ts';
import { proveOwner } from './prove-owner.ts';
import { readRecoveryCode } from './recovery-codes.ts';
import type { SecondSteps } from './second-steps.ts';
import { startSession } from './start-session.ts';
import { authenticatorUri, secretText } from './totp.ts';

/** Path of the page for the second step of signing in. */
const secondStepPage = '/sign-in/second-step';

/** The dependencies of the second-step plugin. */
export type SecondStepOptions = {
  readonly secondSteps: SecondSteps;
  readonly rateLimits: Pick<RateLimits, 'secondStep' | 'secondStepSubnet' | 'secondStepAccount'>;
  readonly sendMail: SendMail;
  readonly publicUrl: string;
  /** The cookie of a browser whose sign-in waits for its second step. */
  readonly cookie: { readonly name: string; readonly isSecure: boolean };
  /** Whether the request's browser has signed in to the account before. */
  readonly isKnownBrowser: (cookies: string | null | undefined, email: string) => boolean;
};

const maxAge = 10 * 60;
const codeBody = z.object({ code: z.string().trim().max(accountLimits.secondStepCode) });

/** The response after the first step of a sign-in if a second one is required. For a link, it redirects to the second step. */
export class SecondStepRequired extends APIError {
  readonly userId: string;
  constructor(userId: string, location: string | null) {
    if (location === null) super('FORBIDDEN', { code: 'SECOND_STEP_REQUIRED', message: 'Enter a code from your authenticator app.' });
    // Without an error code, because the callback of another sign-in site turns an error with a code into an error page.
    else super('FOUND', undefined, { location });
    this.userId = userId;
  }
}

/**
 * Two-step sign-in. It's checked where sessions start, so it applies to every way of signing in, and the database rejects sessions that
 * bypass it (auth.require_second_step).
 */
export function secondStepPlugin(options: SecondStepOptions) {
  const { secondSteps, rateLimits, sendMail, publicUrl, cookie } = options;
  const attributes = { httpOnly: true, secure: cookie.isSecure, sameSite: 'lax', path: '/' } as const;

  /**
   * Counts an attempt with a code; returns the seconds to wait, or null. A recovery code can't be guessed, so it only counts for the IP
   * address.
   */
  const countTry = async (user: { id: string; email: string }, code: string, headers: Headers | undefined): Promise<number | null> => {
    const network = headers?.get(subnetHeader) ?? '';
    const subnet = widerSubnetOf(network);
    const wait =
      (await rateLimits.secondStep.consume([user.id, network])) ??
      (await rateLimits.secondStepSubnet.consume(subnet === null ? null : [user.id, subnet]));
    const isCounted = readRecoveryCode(code) === null && !options.isKnownBrowser(headers?.get('cookie'), user.email);
    return wait ?? (isCounted ? await rateLimits.secondStepAccount.consume(user.id) : null);
  };
  /** Consumes a code of a user, within the limits. */
  const useCode = async (user: { id: string; email: string }, code: string, headers: Headers | undefined) => {
    const wait = await countTry(user, code, headers);
    if (wait !== null) throw tooMany(wait);
    const step = await secondSteps.use(user.id, code);
    if (step === null) throw wrongCode();
    const network = headers?.get(subnetHeader) ?? '';
    await rateLimits.secondStep.forget([user.id, network]);
    return step;
  };
  const tell = (user: { email: string }, isOn: boolean) =>
    sendMail({ kind: 'two-step-changed', to: user.email, url: `${publicUrl}/account/security`, isOn });

  return {
    id: 'newline-second-step',
    init: () => ({
      options: {
        databaseHooks: {
          session: {
            create: {
              async before(session, ctx) {
                if (typeof session['secondStep'] === 'string' || !(await secondSteps.isOn(session.userId))) return undefined;
                // A new password starts a new session in place of the current one, which already had its second step.
                const current = ctx?.path === '/change-password' ? ctx.context.session?.session : undefined;
                if (current?.userId === session.userId && typeof current['secondStep'] === 'string')
                  return { data: { ...session, secondStep: current['secondStep'] } };
                const isForm = ctx === null || ctx.method === 'POST';
                throw new SecondStepRequired(session.userId, isForm ? null : `${publicUrl}${await pageAfter(ctx.query)}`);
              },
            },
          },
        },
      },
    }),
    hooks: {
      after: [
        {
          matcher: (ctx) => ctx.context.returned instanceof SecondStepRequired,
          handler: createAuthMiddleware(async (ctx) => {
            const { returned } = ctx.context;
            if (returned instanceof SecondStepRequired)
              ctx.setCookie(cookie.name, await secondSteps.suspend(returned.userId), { ...attributes, maxAge });
          }),
        },
      ],
    },
    endpoints: {
      beginSecondStep: createAuthEndpoint(
        '/second-step/begin',
        { method: 'POST', body: z.object({ password: z.string().max(1000).optional() }), use: [sessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          await proveOwner(ctx, session, ctx.body.password);
          const secret = await secondSteps.begin(user.id);
          if (secret === null) throw new APIError('CONFLICT', { code: 'TWO_STEP_IS_ON' });
          const uri = authenticatorUri({ secret, siteName: site.name, email: user.email });
          return ctx.json({ secret: secretText(secret), uri, qr: await drawQr(uri) });
        },
      ),
      confirmSecondStep: createAuthEndpoint(
        '/second-step/confirm',
        { method: 'POST', body: codeBody, use: [sessionMiddleware] },
        async (ctx) => {
          const { user, session } = ctx.context.session;
          const wait = await countTry(user, ctx.body.code, ctx.headers);
          if (wait !== null) throw tooMany(wait);
          const recoveryCodes = await secondSteps.confirm({ userId: user.id, sessionId: session.id }, ctx.body.code);
          if (recoveryCodes === null) throw wrongCode();
          await tell(user, true);
          return ctx.json({ recoveryCodes });
        },
      ),
      renewRecoveryCodes: createAuthEndpoint(
        '/second-step/recovery-codes',
        { method: 'POST', body: codeBody, use: [sessionMiddleware] },
        async (ctx) => {
          const { user } = ctx.context.session;
          await useCode(user, ctx.body.code, ctx.headers);
          return ctx.json({ recoveryCodes: await secondSteps.renewRecoveryCodes(user.id) });
        },
      ),
      endSecondStep: createAuthEndpoint('/second-step/end', { method: 'POST', body: codeBody, use: [sessionMiddleware] }, async (ctx) => {
        const { user } = ctx.context.session;
        await useCode(user, ctx.body.code, ctx.headers);
        await secondSteps.end(user.id);
        await tell(user, false);
        return ctx.json({ status: true });
      }),
      verifySecondStep: createAuthEndpoint('/second-step/verify', { method: 'POST', body: codeBody }, async (ctx) => {
        const token = ctx.getCookie(cookie.name);
        const userId = token ? await secondSteps.pendingUser(token) : null;
        const user = userId === null ? null : await ctx.context.internalAdapter.findUserById(userId);
        if (!token || !user) throw expired();
        const wait = await countTry(user, ctx.body.code, ctx.headers);
        if (wait !== null) throw tooMany(wait);
        if ((await secondSteps.tryPending(token)) === null) throw expired();
        const secondStep = await secondSteps.use(user.id, ctx.body.code);
        if (secondStep === null) throw wrongCode();
        if (!(await secondSteps.resume(token))) throw expired();
        await rateLimits.secondStep.forget([user.id, ctx.headers?.get(subnetHeader) ?? '']);
        await startSession(ctx, user, secondStep);
        ctx.setCookie(cookie.name, '', { ...attributes, maxAge: 0 });
        return ctx.json({ status: true });
      }),
    },
  } satisfies BetterAuthPlugin;
}

/** Returns the URL of the page for the second step, which then continues to the original target. */
async function pageAfter(query: unknown): Promise<string> {
  const wanted =
    typeof query === 'object' && query !== null && 'callbackURL' in query ? query.callbackURL : (await getOAuthState())?.callbackURL;
  const returnTo = anyPathOfSite(wanted, '/');
  return returnTo === '/' ? secondStepPage : `${secondStepPage}?returnTo=${encodeURIComponent(returnTo)}`;
}

function wrongCode(): APIError {
  return new APIError('BAD_REQUEST', { code: 'WRONG_CODE', message: 'This code is wrong or was already used.' });
}

function expired(): APIError {
  return new APIError('UNAUTHORIZED', { code: 'SIGN_IN_EXPIRED', message: 'This sign-in has expired. Sign in again.' });
}

function tooMany(waitSeconds: number): APIError {
  return new APIError(
    'TOO_MANY_REQUESTS',
    { code: 'TOO_MANY', message: 'Too many attempts. Wait a moment, then try again.' },
    { 'Retry-After': String(waitSeconds) },
  );
}
