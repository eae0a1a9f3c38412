import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Connections } from '@newline/db/connections';
import { type DemoRole, demoPeople } from '@newline/db/demo/people';
import { startDatabase } from '@newline/db/start-database';
import { type ChildServer, startChildServer } from './child-server.ts';
import { projectRoot } from './project-root.ts';

const SECRET_KEY = createHash('sha256').update('newline bench').digest('hex');

/** The measured site, on a PostgreSQL of its own in a temporary folder. */
export type Site = {
  readonly origin: string;
  readonly dataDir: string;
  readonly connections: Connections;
  /** The current server process. `restart` starts another one, of which a page is requested from the start if one is named. */
  readonly server: ChildServer;
  /** The demo's learner, and the Cookie header of a session. */
  readonly learner: { id: string; cookie: string };
  /** Signs a user of the demo in. */
  signIn: (role: DemoRole) => Promise<{ id: string; cookie: string }>;
  restart: (path?: string) => Promise<ChildServer>;
  stop: () => Promise<void>;
};

/**
 * Starts PostgreSQL and the site on it like `npm start`, with the demo, on a loopback port, and signs its learner in.
 *
 * @param dataFolder where the site's data is, and stays; without one, it's in a temporary folder that `stop` removes
 */
export async function startSite(port: number, say: (line: string) => void, dataFolder?: string): Promise<Site> {
  const dataDir = dataFolder === undefined ? await mkdtemp(join(tmpdir(), 'newline-bench-')) : resolve(dataFolder);
  await mkdir(dataDir, { recursive: true });
  const origin = `http://localhost:${port}`;
  const { variables, parameters } = startCommand();
  const database = await startDatabase({ dataDir, secretKey: SECRET_KEY, log: say });
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    DATABASE_URL: database.connections.owner.connectionString,
    DEMO: 'on',
    SECRET_KEY,
    NODE_ENV: 'production',
    ...variables,
  };
  const start = (path?: string) => startChildServer(process.execPath, parameters, env, path === undefined ? undefined : `${origin}${path}`);
  const removeAll = async () => {
    await database.stop();
    if (dataFolder === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  let server: ChildServer | null = null;
  try {
    server = await start();
    const signInAs = async (wanted: DemoRole) => {
      const user = demoPeople(SECRET_KEY).find(({ role }) => role === wanted);
      if (user === undefined) throw new Error(`startSite: expected the role ${wanted} among the demo people, got none`);
      return { id: user.id, cookie: await signIn(origin, user) };
    };
    let current = server;
    return {
      origin,
      dataDir,
      connections: database.connections,
      get server() {
        return current;
      },
      learner: await signInAs('learner'),
      signIn: signInAs,
      restart: async (path) => {
        await current.stop();
        current = await start(path);
        return current;
      },
      stop: async () => {
        await current.stop();
        await removeAll();
      },
    };
  } catch (error) {
    await server?.stop();
    await removeAll();
    throw error;
  }
}

/** Returns what `npm start` passes to Node: its flags and variables determine the memory use. */
function startCommand(): { variables: Record<string, string>; parameters: string[] } {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const [variables = '', parameters = ''] = scripts.start.replace(/^exec env /, '').split(/(?:^| )node /);
  if (parameters === '') throw new Error(`startCommand: expected "exec env NAME=value node …" as the start script, got "${scripts.start}"`);
  return {
    variables: Object.fromEntries(new URLSearchParams(variables.replaceAll(' ', '&'))),
    parameters: parameters.split(' ').map((parameter) => (parameter.endsWith('.mjs') ? join(projectRoot, parameter) : parameter)),
  };
}

async function signIn(origin: string, user: { email: string; password: string }): Promise<string> {
  const response = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: user.email, password: user.password }),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  if (!response.ok || cookie === '') throw new Error(`signIn: ${response.status} ${await response.text()}`);
  return cookie;
}
