import { startTestServer, testServerVariable } from '../src/test-server.ts';

/** Vitest's global setup: one PostgreSQL for all projects and files of the run. */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env[testServerVariable]) return async () => undefined;
  const { server, stop } = await startTestServer();
  process.env[testServerVariable] = JSON.stringify(server);
  return async () => {
    delete process.env[testServerVariable];
    await stop();
  };
}
