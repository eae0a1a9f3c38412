import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { escapeHtml } from '@newline/document/escape-html';
import { sendPlainPage } from '../../plain-page.ts';
import { type EmailChanges, emailChangePath, type EmailChangeState } from './email-change.ts';

const fieldsSchema = z.object({ token: z.string().max(100).catch('') }).catch({ token: '' });
const signIn = '<p><a href="/sign-in?returnTo=%2Faccount%2Fsecurity">Sign in</a></p>';

/** Adds the page behind the links of a change of email address. Opening it changes nothing; its button confirms. */
export function addEmailChangeRoutes(app: FastifyInstance, changes: Pick<EmailChanges, 'look' | 'confirm'>): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 1024 }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.get(emailChangePath, async (request, reply) => {
      const { token } = fieldsSchema.parse(request.query);
      return sendState(reply, token, await changes.look(token));
    });
    scope.post(emailChangePath, async (request, reply) => {
      const { token } = fieldsSchema.parse(request.body);
      return sendState(reply, token, await changes.confirm(token));
    });
  });
}

function sendState(reply: FastifyReply, token: string, state: EmailChangeState): FastifyReply {
  switch (state.is) {
    case 'open':
      return sendPlainPage(
        reply,
        200,
        state.mailbox === 'old' ? 'Change your email address' : 'Confirm your new email address',
        `<p>${state.mailbox === 'old' ? `Your account’s new email address will be ${addressOf(state)}.` : `Press the button to use ${addressOf(state)} for your account.`}</p>
<p>${state.mailbox === 'old' ? 'Didn’t request this? Close this page, change your password, and sign out everywhere else.' : 'Didn’t request this? Close this page.'}</p>
<form method="post" action="${emailChangePath}">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button>${state.mailbox === 'old' ? 'Allow the change' : 'Confirm email address'}</button>
</form>`,
      );
    case 'confirmed':
      return sendPlainPage(
        reply,
        200,
        'One more step',
        state.mailbox === 'old'
          ? `<p>Now open the link that we sent to ${addressOf(state)}. Your email address changes when both are confirmed.</p>`
          : '<p>Now open the link that we sent to the address your account has today. It changes when both are confirmed.</p>',
      );
    case 'changed':
      return sendPlainPage(
        reply,
        200,
        'Your email address has changed',
        `<p>You’ve been signed out everywhere. Sign in with ${addressOf(state)} from now on.</p>${signIn}`,
      );
    case 'taken':
      return sendPlainPage(
        reply,
        409,
        'This email address has an account',
        '<p>Another account has this email address now, so yours stays as it was. Choose another address on your account page.</p>',
      );
    case 'expired':
      return sendPlainPage(
        reply,
        410,
        'This link has expired',
        `<p>A link expires after 24 hours, when you request another one, and when you change your password.</p>${signIn}`,
      );
  }
}

function addressOf({ newEmail }: { readonly newEmail: string }): string {
  return `<b>${escapeHtml(newEmail)}</b>`;
}
