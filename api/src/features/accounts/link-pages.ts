import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { jwtVerify } from 'jose';
import { JWTExpired } from 'jose/errors';
import type { Pool } from 'pg';
import { z } from 'zod';
import { escapeHtml } from '@newline/document/escape-html';
import { sendPlainPage } from '../../plain-page.ts';
import type { SignedInViewer } from '../../viewer.ts';
import { createLinkProof } from './browser-proof.ts';
import { anyPathOfSite } from '../../rules/return-path.ts';
import { isSecure } from './session-cookie.ts';
import { storedIdentifier } from './sign-in-link.ts';

/** Paths of emailed links that sign in, within `/api/auth`. */
export const linkPaths = ['/magic-link/verify', '/verify-email'] as const;

export type LinkPath = (typeof linkPaths)[number];

/** Path of the form behind such a link. */
export const useLinkPath = '/api/sign-in-link';

/** A parsed link. */
export type EmailedLink = {
  readonly path: LinkPath;
  readonly token: string;
  /** Page to open afterwards: a path of this site. */
  readonly returnTo: string;
  /** The link within `/api/auth`, as it was opened. */
  readonly address: string;
};

/**
 * What pressing the button would do. `used`: nothing, because the link has signed in to the account `userId` or confirmed its email
 * address. `isOwn`: it confirms the email address of the signed-in user, and so doesn't change the session.
 */
export type LinkState =
  | { readonly is: 'open'; readonly isOwn: boolean }
  | { readonly is: 'used'; readonly userId: string }
  | { readonly is: 'ended' };

export type LinkPagesOptions = { readonly pool: Pool; readonly secretKey: string; readonly publicUrl: string };

const maxAddressLength = 4_000;
const querySchema = z.object({
  token: z.string().min(1),
  callbackURL: z.string().optional(),
  newUserCallbackURL: z.string().optional(),
  errorCallbackURL: z.string().optional(),
});
const payloadSchema = z.object({ email: z.string(), updateTo: z.undefined().optional() });

/** Parses a link within `/api/auth`; null for anything else. Returns `isForeign` if it leads to another site. */
export function readLink(address: string): EmailedLink | 'isForeign' | null {
  const [path = '', query = ''] = address.length > maxAddressLength ? [] : address.split('?', 2);
  const linkPath = linkPaths.find((candidate) => candidate === path);
  if (linkPath === undefined) return null;
  const fields = querySchema.safeParse(Object.fromEntries(new URLSearchParams(query)));
  if (!fields.success) return null;
  const { token, ...targets } = fields.data;
  if (Object.values(targets).some((target) => target !== undefined && anyPathOfSite(target, '') === '')) return 'isForeign';
  return { path: linkPath, token, returnTo: anyPathOfSite(targets.callbackURL ?? '/'), address };
}

/**
 * Creates the pages of emailed links that sign in. Opening a link changes nothing, because link scanners open every link; only the button
 * uses it.
 */
export function createLinkPages({ pool, secretKey, publicUrl }: LinkPagesOptions) {
  const proof = createLinkProof({ secret: secretKey, isSecure: isSecure({ publicUrl }) });
  const hashOf = (token: string) => createHash('sha256').update(token).digest();
  async function look({ path, token }: EmailedLink, viewer: SignedInViewer): Promise<LinkState> {
    if (path === '/magic-link/verify') {
      const { rows } = await pool.query<{ userId: string | null; isExpired: boolean }>(
        `select (select user_id from auth.used_links where token_hash = $1) as "userId",
                exists (select from auth.verification where "identifier" = $2 and "expiresAt" <= now()) as "isExpired"`,
        [hashOf(token), storedIdentifier(token)],
      );
      const [match] = rows;
      if (match && match.userId !== null) return { is: 'used', userId: match.userId };
      return match?.isExpired ? { is: 'ended' } : { is: 'open', isOwn: false };
    }
    const email = await readEmail(token, secretKey);
    if (email === null) return { is: 'ended' };
    const { rows } = await pool.query<{ id: string; isVerified: boolean }>(
      'select "id", "emailVerified" as "isVerified" from auth."user" where "email" = $1',
      [email],
    );
    const [user] = rows;
    if (!user) return { is: 'ended' };
    return user.isVerified ? { is: 'used', userId: user.id } : { is: 'open', isOwn: user.id === viewer.userId };
  }

  return {
    /** Returns what the link would do now. Changes nothing. */
    look,
    /**
     * Returns what the link would do once a press of its button that is running elsewhere has ended. Such a press takes the link first and
     * records its use a moment later, so a link that was taken and not recorded waits for at most two seconds.
     */
    async lookOnceRecorded(link: EmailedLink, viewer: SignedInViewer): Promise<LinkState> {
      let state = await look(link, viewer);
      for (let looks = 1; state.is === 'open' && looks <= 20; looks += 1) {
        await setTimeout(100);
        state = await look(link, viewer);
      }
      return state;
    },
    /** Records that a link was used, so that a second click can report it. */
    async noteUse({ path, token }: EmailedLink, userId: string): Promise<void> {
      if (path !== '/magic-link/verify') return;
      await pool.query('insert into auth.used_links (token_hash, user_id) values ($1, $2) on conflict do nothing', [hashOf(token), userId]);
    },
    /** Sends the page for the state of a link. */
    send(request: FastifyRequest, reply: FastifyReply, link: EmailedLink, state: LinkState, viewer: SignedInViewer): FastifyReply {
      if (state.is === 'ended') return sendEnded(reply, link);
      if (state.is === 'used') return sendUsed(reply, link, state.userId === viewer.userId);
      return sendButton(reply, link, {
        email: state.isOwn ? null : viewer.email,
        isRequestedHere: link.path === '/verify-email' || proof.isProven(request.headers.cookie, link.token),
      });
    },
    sendEnded,
  };
}

/** Returns the email address that a link confirms; null if the link has expired or wasn't created by this site. */
async function readEmail(token: string, secretKey: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secretKey), { algorithms: ['HS256'] });
    const read = payloadSchema.safeParse(payload);
    return read.success ? read.data.email.toLowerCase() : null;
  } catch (error) {
    if (error instanceof JWTExpired || (error instanceof Error && 'code' in error)) return null;
    throw error;
  }
}

function sendButton(
  reply: FastifyReply,
  { path, address, returnTo }: EmailedLink,
  { email, isRequestedHere }: { readonly email: string | null; readonly isRequestedHere: boolean },
): FastifyReply {
  const isSignIn = path === '/magic-link/verify';
  const lines = [
    isSignIn ? 'Press the button to sign in. The link works once.' : 'Press the button to confirm this email address and sign in.',
    ...(email === null
      ? []
      : [`You’re signed in as ${email}. This link may belong to another account: continue only if you requested it.`]),
    ...(isRequestedHere ? [] : ['This link was requested in another browser. If you didn’t request it, close this page.']),
  ];
  const label = email !== null ? 'Sign out and use the link' : isSignIn ? 'Sign in' : 'Confirm and sign in';
  return sendPlainPage(
    reply,
    200,
    isSignIn ? 'Sign in with this link' : 'Confirm your email address',
    `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<form method="post" action="${useLinkPath}">
<input type="hidden" name="link" value="${escapeHtml(address)}">
<button>${label}</button>
</form>${email === null ? '' : `\n<p><a href="${escapeHtml(returnTo)}">Stay signed in</a></p>`}`,
  );
}

function sendUsed(reply: FastifyReply, { path, returnTo }: EmailedLink, isSignedIn: boolean): FastifyReply {
  const isSignIn = path === '/magic-link/verify';
  if (isSignedIn)
    return sendPlainPage(
      reply,
      200,
      isSignIn ? 'You’re already signed in' : 'Your email address is already confirmed',
      `<p>${isSignIn ? 'You’ve used this link already.' : 'You’re signed in.'}</p><p><a href="${escapeHtml(returnTo)}">Continue</a></p>`,
    );
  return sendPlainPage(
    reply,
    200,
    isSignIn ? 'This link has already been used' : 'This email address is already confirmed',
    `<p>${isSignIn ? 'Each link works once. Sign in to get another one.' : 'Sign in to continue.'}</p>${signInLink(returnTo)}`,
  );
}

function sendEnded(reply: FastifyReply, { path, returnTo }: EmailedLink): FastifyReply {
  const next = path === '/magic-link/verify' ? 'Sign in to get another one.' : 'Sign in, and we’ll send you another one.';
  return sendPlainPage(reply, 410, 'This link has expired', `<p>${next}</p>${signInLink(returnTo)}`);
}

function signInLink(returnTo: string): string {
  return `<p><a href="/sign-in?returnTo=${escapeHtml(encodeURIComponent(returnTo))}">Sign in</a></p>`;
}
