// Run as a separate process by embedded-server.test.ts: starts the database, reports it, and waits to be killed.
import { startDatabase } from '../src/start-database.ts';

const dataDir = process.argv[2];
if (dataDir === undefined) throw new Error('expected a folder as the first argument');
const database = await startDatabase({ dataDir, secretKey: 'a key of this test', log: () => undefined });
process.on('SIGTERM', () => void database.stop().then(() => process.exit(0)));
process.stdout.write('up\n');
