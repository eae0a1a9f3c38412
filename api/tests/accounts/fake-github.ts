import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The user who is signed in at GitHub, with their email addresses there. */
export type GitHubPerson = {
  id: number;
  login: string;
  name: string | null;
  emails: { email: string; primary: boolean; verified: boolean }[];
};

/** A fake of GitHub's sign-in on loopback: authorizes the current `person`, once for each code. */
export type FakeGitHub = { readonly url: string; person: GitHubPerson; stop(): Promise<void> };

export async function startFakeGitHub(): Promise<FakeGitHub> {
  const codes = new Map<string, GitHubPerson>();
  const tokens = new Map<string, GitHubPerson>();
  const fake = { person: { id: 1, login: 'nobody', name: null, emails: [] } as GitHubPerson };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const sendJson = (body: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const holder = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
    if (url.pathname === '/login/oauth/authorize') {
      const code = `code-${codes.size}`;
      codes.set(code, fake.person);
      const target = new URL(url.searchParams.get('redirect_uri') ?? '');
      target.searchParams.set('code', code);
      target.searchParams.set('state', url.searchParams.get('state') ?? '');
      response.writeHead(302, { location: target.href }).end();
    } else if (url.pathname === '/login/oauth/access_token') {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const code = new URLSearchParams(body).get('code') ?? '';
        const person = codes.get(code);
        codes.delete(code);
        if (!person) return sendJson({ error: 'bad_verification_code' });
        tokens.set(`token-${tokens.size}`, person);
        return sendJson({ access_token: `token-${tokens.size - 1}`, token_type: 'bearer', scope: 'read:user,user:email' });
      });
    } else if (!holder) sendJson({ message: 'Requires authentication' }, 401);
    else if (url.pathname === '/user/emails') sendJson(holder.emails);
    else sendJson({ id: holder.id, login: holder.login, name: holder.name, avatar_url: 'https://avatars.example.com/1' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(fake, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
