import { betterAuth, type BetterAuthOptions } from 'better-auth';
import { APIError, createAuthMiddleware, createEmailVerificationToken, isAPIError } from 'better-auth/api';
import { admin, genericOAuth, magicLink } from 'better-auth/plugins';
import type { Pool } from 'pg';
import { isDiskFull } from '../../disk-watch.ts';
import type { Log } from '../../log.ts';
import type { SendMail } from '../../mail.ts';
import { noteAuthFaults } from './auth-faults.ts';
import type { EmailChanges } from './email-change.ts';
import { securityPlugin } from './security-plugin.ts';
import { accessTokenPlugin, tellOfNewPassword } from './access-token-plugin.ts';
import { passkeyPlugin } from './passkey-plugin.ts';
import type { Passkeys } from './passkeys.ts';
import { SecondStepRequired, secondStepPlugin } from './second-step-plugin.ts';
import type { SecondSteps } from './second-steps.ts';
import type { Outbound } from '../../outbound.ts';
import { oidcPlugin } from './oidc-plugin.ts';
import type { OidcSettings } from './oidc-settings.ts';
import { createKnownBrowserProof, createLinkProof, createSignUpProof } from './browser-proof.ts';
import { accountRequests, type RateLimits } from '../../rate-limits.ts';
import { gitHubProvider, type GitHubSettings } from './github.ts';
import { subnetHeader, widerSubnetOf } from '../../subnet.ts';
import { accountLimits } from '../../rules/limits/account.ts';
import { anyPathOfSite } from '../../rules/return-path.ts';
import { cookiePrefix, isSecure, passkeyCookieName, secondStepCookieName } from './session-cookie.ts';

export type AuthSettings = {
  /** The site's URL without a trailing slash. */
  readonly publicUrl: string;
  readonly secretKey: string;
  /** A connection pool of newline_auth, whose search_path is the schema auth. */
  readonly pool: Pool;
  /** Another pool of the same role, for queries while better-auth holds a connection for its transaction. */
  readonly besidePool: Pool;
  readonly rateLimits: Pick<
    RateLimits,
    'signIn' | 'signInSubnet' | 'signInAccount' | 'emailChange' | 'secondStep' | 'secondStepSubnet' | 'secondStepAccount'
  >;
  /** Sends an email about an account, within the limit of its address. */
  readonly sendMail: SendMail;
  readonly emailChanges: EmailChanges;
  readonly secondSteps: SecondSteps;
  readonly passkeys: Passkeys;
  readonly log: Log;
  readonly gitHub: GitHubSettings | null;
  readonly oidc: OidcSettings;
  readonly outbound: Outbound;
};

/** The sign-in service of better-auth. */
export type Auth = ReturnType<typeof createAuth>;

const lastAdminMessage = 'The site needs an administrator. Make another user an administrator first.';
const minutes = 60;
const days = 24 * 60 * minutes;

/** Fields of a request that name the next page; each may only be a path of this site. */
const returnFields = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo'] as const;

/**
 * Paths of better-auth that this site disables: names and images are in app_public.users, which also determines who is an administrator,
 * users can't be impersonated, and tokens of other sites stay on the server.
 */
const closedPaths = [
  '/update-user',
  '/change-email',
  // These would give session tokens to scripts; the account page has its own list.
  '/list-sessions',
  '/revoke-session',
  '/revoke-other-sessions',
  '/update-session',
  '/get-access-token',
  '/refresh-token',
  '/account-info',
  // The account page has its own way to disconnect accounts, which checks that a sign-in method is left.
  '/unlink-account',
  '/list-accounts',
  '/link-social',
  '/verify-password',
  '/admin/set-role',
  '/admin/create-user',
  '/admin/update-user',
  '/admin/set-user-password',
  '/admin/impersonate-user',
  '/admin/stop-impersonating',
  // These would leave no entry in the audit log; administration has its own.
  '/admin/get-user',
  '/admin/list-users',
  '/admin/ban-user',
  '/admin/unban-user',
  '/admin/remove-user',
  '/admin/list-user-sessions',
  '/admin/revoke-user-session',
  '/admin/revoke-user-sessions',
  '/admin/has-permission',
]; // prettier-ignore

/**
 * Creates the sign-in service: email and password with a verified email address, sign-in links, and GitHub if it is configured.
 *
 * Sessions are rows that are looked up on every request and never cached, so that a revoked one is rejected immediately.
 */
export function createAuth(settings: AuthSettings) {
  const { rateLimits, log } = settings;
  const proof = createSignUpProof({ secret: settings.secretKey, isSecure: isSecure(settings) });
  const linkProof = createLinkProof({ secret: settings.secretKey, isSecure: isSecure(settings) });
  const knownBrowserProof = createKnownBrowserProof({ secret: settings.secretKey, isSecure: isSecure(settings) });
  const mail = createAccountMails(settings);
  const tokens = { ...settings, pool: settings.besidePool };

  /** Counts an attempt to sign in with a password; returns the seconds to wait, or null. */
  const countAttempt = async (attempt: Attempt): Promise<number | null> => {
    const { account, network, subnet } = attempt;
    const wait = await rateLimits.signIn.consume([account, network]);
    if (wait !== null || knownBrowserProof.isProven(attempt.cookie, account)) return wait;
    return (
      (await rateLimits.signInSubnet.consume(subnet === null ? null : [account, subnet])) ??
      (await rateLimits.signInAccount.consume(account))
    );
  };
  const forgetAttempts = async ({ account, network, subnet }: Attempt) => {
    await rateLimits.signIn.forget([account, network]);
    if (subnet !== null) await rateLimits.signInSubnet.forget([account, subnet]);
    await rateLimits.signInAccount.forget(account);
  };

  return betterAuth({
    ...authTableOptions(settings.pool),
    appName: 'newline',
    baseURL: settings.publicUrl,
    basePath: '/api/auth',
    secret: settings.secretKey,
    trustedOrigins: [settings.publicUrl],
    telemetry: { enabled: false },
    disabledPaths: closedPaths,
    logger: {
      level: 'error',
      log: (_level, message, ...details: unknown[]) => {
        noteAuthFaults(details);
        if (!details.some(isDiskFull)) log.error({ details: details.map(String) }, `sign-in: ${message}`);
      },
    },
    onAPIError: {
      errorURL: `${settings.publicUrl}/sign-in`,
      // Our own errors get the usual response: 503 if there is no connection, otherwise a reference to the log.
      onError(error) {
        if (!isAPIError(error)) throw error;
        if (error.status === 'INTERNAL_SERVER_ERROR') log.error({ err: error }, 'sign-in: a request failed');
      },
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: accountLimits.passwordLeast,
      maxPasswordLength: accountLimits.password,
      resetPasswordTokenExpiresIn: 60 * minutes,
      revokeSessionsOnPasswordReset: true,
      onPasswordReset: ({ user }) => tellOfNewPassword(tokens, user),
      sendResetPassword: ({ user, url }) => mail.send({ kind: 'reset-password', to: user.email, url }),
      onExistingUserSignUp: ({ user }, request) => mail.answerRepeatedSignUp(user, request),
    },
    emailVerification: {
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: true,
      expiresIn: 24 * 60 * minutes,
      sendVerificationEmail: ({ user, url }) => mail.send({ kind: 'verify-address', to: user.email, url }),
      async beforeEmailVerification(user, request) {
        if (proof.isProven(request?.headers.get('cookie'), user.id)) return;
        await settings.besidePool.query(`delete from auth."account" where "userId" = $1`, [user.id]);
        await settings.besidePool.query(`delete from auth."session" where "userId" = $1`, [user.id]);
      },
    },
    databaseHooks: {
      user: {
        create: {
          // The form says that creating an account accepts the terms and the privacy policy, if they're published.
          after: ({ id }) =>
            settings.besidePool.query('select auth.accept_pages_at_sign_up($1)', [id]).then(
              () => undefined,
              (error: unknown) => log.error({ err: error, userId: id }, 'sign-up: which terms were accepted is not stored'),
            ),
        },
      },
    },
    user: {
      deleteUser: {
        enabled: true,
        // Checked before any of the account is deleted; the database rejects it, too.
        async beforeDelete({ id }) {
          const { rows } = await settings.besidePool.query<{ is_last: boolean }>('select auth.is_last_admin($1) as is_last', [id]);
          if (rows[0]?.is_last === true) throw new APIError('CONFLICT', { code: 'LAST_ADMIN', message: lastAdminMessage });
        },
      },
    },
    session: {
      ...authTableOptions(settings.pool).session,
      expiresIn: 30 * days,
      updateAge: 1 * days,
      freshAge: 30 * minutes,
      cookieCache: { enabled: false },
    },
    account: { encryptOAuthTokens: true, accountLinking: { enabled: true, trustedProviders: [], requireLocalEmailVerified: true } },
    verification: { storeIdentifier: 'hashed' },
    plugins: [
      ...authPlugins(({ email, url, token }, ctx) => {
        ctx?.setCookie(linkProof.cookie.name, linkProof.proofFor(token), linkProof.cookie.attributes);
        return mail.send({ kind: 'sign-in-link', to: email, url });
      }),
      ...(settings.gitHub ? [genericOAuth({ config: [gitHubProvider(settings.gitHub)] })] : []),
      // Before the second step, which is asked for once the roles are known.
      oidcPlugin({ ...settings, pool: settings.besidePool }),
      securityPlugin({ pool: settings.besidePool, emailChanges: settings.emailChanges, rateLimits }),
      accessTokenPlugin(tokens),
      passkeyPlugin({ passkeys: settings.passkeys, challengeCookie: { name: passkeyCookieName(settings), isSecure: isSecure(settings) } }),
      secondStepPlugin({
        ...settings,
        cookie: { name: secondStepCookieName(settings), isSecure: isSecure(settings) },
        isKnownBrowser: (cookies, email) => knownBrowserProof.isProven(cookies, email.toLowerCase()),
      }),
    ],
    rateLimit: {
      enabled: true,
      storage: 'database',
      ...accountRequests.usually,
      customRules: accountRequests.byPath,
    },
    advanced: {
      ...authTableOptions(settings.pool).advanced,
      cookiePrefix: cookiePrefix(settings),
      // Set explicitly, because better-auth skips these checks when it detects a test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      useSecureCookies: false, // would add `__Secure-` before `__Host-`
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isSecure(settings), path: '/' },
      ipAddress: { ipAddressHeaders: [subnetHeader], ipv6Subnet: 64 },
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        for (const fields of [ctx.body, ctx.query] as (Record<string, unknown> | undefined)[]) refuseForeignReturn(fields);
        // Other sessions always end, whatever the request says. The database enforces it as well (auth.end_sessions).
        if (ctx.path === '/change-password') return { context: { body: { ...ctx.body, revokeOtherSessions: true } } };
        if (ctx.path !== '/sign-in/email') return undefined;
        const wait = await countAttempt(attemptOf(ctx));
        if (wait !== null) throw tooManyTries(wait);
        return undefined;
      }),
      after: createAuthMiddleware(async (ctx) => {
        if (ctx.context.newSession) {
          const email = ctx.context.newSession.user.email.toLowerCase();
          ctx.setCookie(knownBrowserProof.cookie.name, knownBrowserProof.proofFor(email), knownBrowserProof.cookie.attributes);
        }
        // The password was right, whether a second step follows or not.
        const isRight = ctx.context.newSession || ctx.context.returned instanceof SecondStepRequired;
        if (isRight && ctx.path === '/sign-in/email') await forgetAttempts(attemptOf(ctx));
        if (ctx.path === '/change-password' && hasUser(ctx.context.returned) && ctx.context.session)
          await tellOfNewPassword(tokens, ctx.context.session.user);
        if (ctx.path === '/sign-up/email' && hasUser(ctx.context.returned)) {
          ctx.setCookie(proof.cookie.name, proof.proofFor(ctx.context.returned.user.id), proof.cookie.attributes);
          // The same message for new and existing email addresses.
          return ctx.json({ status: 'CHECK_YOUR_MAIL', message: 'Check your email.' });
        }
        return undefined;
      }),
    },
  } satisfies BetterAuthOptions);
}

/** The options that determine the tables and columns; a test compares the migration with them. */
export function authTableOptions(pool: Pool) {
  return {
    database: pool,
    advanced: { database: { generateId: 'uuid' as const } },
    rateLimit: { enabled: true, storage: 'database' as const },
    session: { additionalFields: { secondStep: { type: 'string' as const, required: false, input: false } } },
  };
}

type SendLink = Parameters<typeof magicLink>[0]['sendMagicLink'];

/** The plugins that add tables or columns. */
export function authPlugins(sendLink: SendLink) {
  return [
    magicLink({ expiresIn: 15 * minutes, storeToken: 'hashed', sendMagicLink: sendLink }),
    admin({ bannedUserMessage: 'This account is disabled.' }),
  ];
}

/** An attempt to sign in with a password, with the keys of its rate limits. */
type Attempt = {
  readonly account: string;
  readonly network: string;
  readonly subnet: string | null;
  readonly cookie: string | null | undefined;
};

function attemptOf({ body, headers }: { body?: { email?: unknown }; headers?: Headers | undefined }): Attempt {
  const network = headers?.get(subnetHeader) ?? '';
  return { account: String(body?.email).toLowerCase(), network, subnet: widerSubnetOf(network), cookie: headers?.get('cookie') };
}

function refuseForeignReturn(fields: Record<string, unknown> | undefined): void {
  for (const field of returnFields) {
    const value = fields?.[field];
    if (value === undefined) continue;
    const path = anyPathOfSite(value, '');
    if (path === '')
      throw new APIError('BAD_REQUEST', { code: 'INVALID_RETURN_ADDRESS', message: `${field}: expected a path on this site.` });
    if (fields) fields[field] = path;
  }
}

function tooManyTries(waitSeconds: number): APIError {
  const message = 'Too many attempts. Wait a moment, or sign in with an email link.';
  return new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY', message }, { 'Retry-After': String(waitSeconds) });
}

function hasUser(returned: unknown): returned is { user: { id: string } } {
  return typeof returned === 'object' && returned !== null && 'user' in returned && typeof returned.user === 'object';
}

/** Emails about accounts. */
function createAccountMails(settings: Pick<AuthSettings, 'sendMail' | 'publicUrl' | 'secretKey'>) {
  const send = settings.sendMail;
  return {
    send,
    /** Handles a sign-up with an existing email address: notifies its owner, or sends the first link again. */
    async answerRepeatedSignUp(user: { email: string; emailVerified: boolean }, request: Request | undefined): Promise<void> {
      if (user.emailVerified) return send({ kind: 'already-registered', to: user.email, url: `${settings.publicUrl}/sign-in` });
      const body: unknown = await request?.json().catch(() => null);
      const input = typeof body === 'object' && body !== null && 'callbackURL' in body ? body.callbackURL : '/';
      const url = new URL('/api/auth/verify-email', settings.publicUrl);
      url.searchParams.set('token', await createEmailVerificationToken(settings.secretKey, user.email, undefined, 24 * 60 * minutes));
      url.searchParams.set('callbackURL', anyPathOfSite(input));
      return send({ kind: 'verify-address', to: user.email, url: url.href });
    },
  };
}
