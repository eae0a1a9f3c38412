import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { escapeHtml } from '../../escape-html.ts';
import { type FirstAdmin, firstAdminPath, firstAdminSchema } from './first-admin.ts';

const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const tokenSchema = z.object({ token: z.string().max(100).catch('') });

type Given = Record<'name' | 'email', string>;

/** Adds the page of the one-time link: a form that makes the first administrator, and then leads to the sign-in page. */
export function addFirstAdminRoutes(app: FastifyInstance, firstAdmin: FirstAdmin): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 8 * 1024 }, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    );
    scope.get(firstAdminPath, async (request, reply) => {
      const { token } = tokenSchema.parse(request.query);
      if (!(await firstAdmin.isOpen(token))) return sendEnded(reply);
      return send(reply, 200, formPage(token, { name: '', email: '' }, []));
    });
    scope.post(firstAdminPath, async (request, reply) => {
      const body = z.record(z.string(), z.string()).catch({}).parse(request.body);
      const { token } = tokenSchema.parse(body);
      const given = { name: body['name'] ?? '', email: body['email'] ?? '' };
      const person = firstAdminSchema.safeParse(body);
      if (!(await firstAdmin.isOpen(token))) return sendEnded(reply);
      if (!person.success)
        return send(
          reply,
          400,
          formPage(
            token,
            given,
            person.error.issues.map(({ message }) => message),
          ),
        );
      const outcome = await firstAdmin.become(token, person.data);
      if (outcome === 'DONE') return reply.header('cache-control', 'no-store').redirect('/sign-in', 303);
      if (outcome === 'LINK_ENDED') return sendEnded(reply);
      return send(reply, 409, formPage(token, given, ['This address has an account already. Use another one.']));
    });
  });
}

function sendEnded(reply: FastifyReply): FastifyReply {
  const text = 'Each link works once, for 24 hours. While the site has no administrator, every start prints a new one.';
  return send(reply, 410, page('This link has ended', `<p>${text}</p><p><a href="/">To the site</a></p>`));
}

function send(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply
    .code(status)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .send(html);
}

function formPage(token: string, given: Given, problems: readonly string[]): string {
  const told = problems.length > 0 ? `<p role="alert">${problems.map(escapeHtml).join('<br>')}</p>` : '';
  return page(
    'The first administrator',
    `<p>This account may do everything on this site. It is made at once: no mail is sent.</p>${told}
<form method="post" action="${firstAdminPath}">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<label>Name <input name="name" autocomplete="name" required maxlength="80" value="${escapeHtml(given.name)}"></label>
<label>E-mail <input name="email" type="email" autocomplete="username" required maxlength="254" value="${escapeHtml(given.email)}"></label>
<label>Password, at least 10 characters <input name="password" type="password" autocomplete="new-password" required minlength="10" maxlength="128"></label>
<button>Make the account</button>
</form>`,
  );
}

function page(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; }
body { background: light-dark(#f4f5f1, #101512); color: light-dark(#161c19, #e6eae3); font: 17px/1.5 "Source Serif 4", Charter, Georgia, serif; margin: 0; }
main { max-width: 30rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 1rem; }
a { color: inherit; text-underline-offset: 3px; } a:focus-visible, input:focus-visible, button:focus-visible { outline: 2px solid; outline-offset: 3px; }
form, label { display: grid; gap: 1rem; } label { gap: .25rem; }
input, button { background: transparent; border: 1px solid light-dark(#8b948d, #6b756e); color: inherit; font: inherit; min-height: 44px; padding: .4rem .6rem; }
button { background: light-dark(#161c19, #e6eae3); color: light-dark(#f7f8f4, #101512); cursor: pointer; }
[role=alert] { border-left: 3px solid light-dark(#a3341f, #f0937f); padding-left: .75rem; }
</style>
</head>
<body><main><h1>${title}</h1>${main}</main></body>
</html>
`;
}
