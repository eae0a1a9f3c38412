import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { escapeHtml } from '@newline/document/escape-html';
import { sendPlainPage } from '../../plain-page.ts';
import type { SignedInViewer, ViewerOf } from '../../viewer.ts';

/** Where links of mails lead that sign somebody in. */
const linkPaths = new Set(['/magic-link/verify', '/verify-email']);
const callbackPath = /^\/(?:oauth2\/)?callback\//;
/** Takes the answer to the question whether to change over. */
const changeOverPath = '/api/sign-in-link';

/**
 * Looks at a GET of sign-in that may change who is signed in: it must be the opening of a page, since a picture or a frame
 * with such an address would sign in whoever sees it; and where somebody is signed in already, they are asked first.
 *
 * @param path within `/api/auth`
 * @returns false when something else was answered
 */
export async function mayFollow(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, viewerOf }: { readonly path: string; readonly viewerOf: ViewerOf },
): Promise<boolean> {
  if (request.method !== 'GET' || !(linkPaths.has(path) || callbackPath.test(path))) return true;
  const { 'sec-fetch-dest': destination } = request.headers;
  if (destination !== undefined && destination !== 'document') {
    void reply.code(403).send({ code: 'FORBIDDEN', message: 'This address is to be opened as a page.' });
    return false;
  }
  if (!linkPaths.has(path)) return true;
  const viewer = await viewerOf(request.headers);
  if (viewer.userId === null || isOwnAddress(request, viewer)) return true;
  sendQuestion(reply, request.raw.url?.slice('/api/auth'.length) ?? '', viewer.email ?? '');
  return false;
}

const answerSchema = z.object({ link: z.string().max(4_000) });

/**
 * Adds the answer to the question: the link is followed as if nobody were signed in, and the session before it ends.
 *
 * @param follow asks sign-in for a path, without a session; the answer goes to the browser
 */
export function addChangeOver(
  scope: FastifyInstance,
  follow: (request: FastifyRequest, reply: FastifyReply, link: string) => Promise<FastifyReply>,
): void {
  scope.post(changeOverPath, async (request, reply) => {
    const fields = Object.fromEntries(new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString() : ''));
    const answer = answerSchema.safeParse(fields);
    const path = answer.success ? (answer.data.link.split('?', 1)[0] ?? '') : '';
    if (!answer.success || !linkPaths.has(path))
      return sendPlainPage(reply, 400, 'This is no link of a mail', '<p>Open the link of the mail again.</p>');
    return follow(request, reply, answer.data.link);
  });
}

/** True for the link that confirms the address of whoever is signed in: it changes nothing about who that is. */
function isOwnAddress(request: FastifyRequest, { email }: SignedInViewer): boolean {
  const { token } = z.object({ token: z.string() }).catch({ token: '' }).parse(request.query);
  try {
    const { email: told, updateTo } = decodeJwt(token);
    return updateTo === undefined && typeof told === 'string' && told.toLowerCase() === email?.toLowerCase();
  } catch {
    return false;
  }
}

function sendQuestion(reply: FastifyReply, link: string, email: string): void {
  sendPlainPage(
    reply,
    200,
    'Sign in with this link?',
    `<p>You are signed in as ${escapeHtml(email)}. This link may belong to another account: go on only if you asked for it.</p>
<form method="post" action="${changeOverPath}">
<input type="hidden" name="link" value="${escapeHtml(link)}">
<button>Sign out and use the link</button>
</form>
<p><a href="/">Stay signed in</a></p>`,
    { referrerPolicy: 'same-origin' },
  );
}
