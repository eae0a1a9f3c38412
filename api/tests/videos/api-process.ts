import { createApi } from '@newline/api/create-api';
import type { ApiEnv } from '@newline/api/feature';
import { createLog } from '@newline/api/log';
import type { Connections } from '@newline/db/connections';
import { fastify, type FastifyBaseLogger, type FastifyInstance } from 'fastify';

/** Start options of the program below, as JSON. */
export type ApiProcessOptions = {
  readonly connections: Connections;
  readonly env: Omit<ApiEnv, 'fetchTestMap'>;
  readonly port: number;
};

// A process with the API, which a test can kill. It sends `ready`.
if (import.meta.main) {
  const { connections, env, port } = JSON.parse(process.argv[2] ?? '{}') as ApiProcessOptions;
  const log = createLog('warn', process.stderr);
  const api = await createApi({ env: { ...env, fetchTestMap: new Map() }, connections, log, hasQueryWorker: false });
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = fastify({ loggerInstance, routerOptions: { maxParamLength: 500 } });
  await api.register(app);
  await app.listen({ port, host: '127.0.0.1' });
  process.once('disconnect', () => process.exit(0));
  process.send?.('ready');
}
