import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { escapeHtml } from '@newline/document/escape-html';
import { sendPlainPage } from '../../plain-page.ts';
import { subnetHeader, subnetOf } from '../../subnet.ts';
import { accountLimits } from '../../rules/limits/account.ts';
import { type FirstAdmin, firstAdminPath, firstAdminSchema } from './first-admin.ts';

const tokenSchema = z.object({ token: z.string().max(100).catch('') });

type FormInput = Record<'name' | 'email', string>;

/** Adds the page of the one-time link: a form that creates the first administrator, signs them in and leads to the
 * checklist of a new site. */
export function addFirstAdminRoutes(app: FastifyInstance, firstAdmin: FirstAdmin): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 8 * 1024 }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.get(firstAdminPath, async (request, reply) => {
      const { token } = tokenSchema.parse(request.query);
      if (!(await firstAdmin.isOpen(token))) return sendEnded(reply);
      return sendForm(reply, 200, { token, input: { name: '', email: '' }, problems: [] });
    });
    scope.post(firstAdminPath, async (request, reply) => {
      const body = z.record(z.string(), z.string()).catch({}).parse(request.body);
      const { token } = tokenSchema.parse(body);
      const input = { name: body['name'] ?? '', email: body['email'] ?? '' };
      const person = firstAdminSchema.safeParse(body);
      if (!(await firstAdmin.isOpen(token))) return sendEnded(reply);
      if (!person.success) return sendForm(reply, 400, { token, input, problems: person.error.issues.map(({ message }) => message) });
      const outcome = await firstAdmin.become(token, person.data);
      if (outcome === 'DONE') {
        const headers = new Headers({ 'user-agent': request.headers['user-agent'] ?? '', [subnetHeader]: subnetOf(request.ip) });
        const cookies = await firstAdmin.signIn(person.data, headers);
        reply.header('cache-control', 'no-store');
        if (cookies.length === 0) return reply.redirect('/sign-in?returnTo=/admin', 303);
        return reply.header('set-cookie', [...cookies]).redirect('/admin', 303);
      }
      if (outcome === 'LINK_ENDED') return sendEnded(reply);
      return sendForm(reply, 409, { token, input, problems: ['This email address already has an account. Use another one.'] });
    });
  });
}

function sendEnded(reply: FastifyReply): FastifyReply {
  const text = 'Each link works once, for 24 hours. While the site has no administrator, every start prints a new one.';
  return sendPlainPage(reply, 410, 'This link has expired', `<p>${text}</p><p><a href="/">Go to the site</a></p>`);
}

type Form = { token: string; input: FormInput; problems: readonly string[] };

function sendForm(reply: FastifyReply, status: number, { token, input, problems }: Form): FastifyReply {
  const alert = problems.length > 0 ? `<p role="alert">${problems.map(escapeHtml).join('<br>')}</p>` : '';
  return sendPlainPage(
    reply,
    status,
    'The first administrator',
    `<p>This account can do everything on this site. It is created immediately, without a confirmation email.</p>${alert}
<form method="post" action="${firstAdminPath}">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<label>Name <input name="name" autocomplete="name" required maxlength="${accountLimits.name}" value="${escapeHtml(input.name)}"></label>
<label>Email <input name="email" type="email" autocomplete="username" required maxlength="${accountLimits.email}" value="${escapeHtml(input.email)}"></label>
<label>Password, at least ${accountLimits.passwordLeast} characters <input name="password" type="password" autocomplete="new-password" required minlength="${accountLimits.passwordLeast}" maxlength="${accountLimits.password}"></label>
<button>Create account</button>
</form>`,
  );
}
