import type { Connections } from '@newline/db/connections';
import { checkBackup, restoreBackup } from '../../src/backup/restore-backup.ts';

/** A restore that is killed at a given point, as when a machine runs out of memory: nothing of it runs after that. */
const { connections, dataDir, archive, step } = JSON.parse(process.argv[2] ?? '') as {
  connections: Connections;
  dataDir: string;
  archive: string;
  step: string;
};
await restoreBackup(archive, await checkBackup(archive), {
  connections,
  dataDir,
  storage: { driver: 'local' },
  isReplacing: true,
  tell: () => undefined,
  onStep: async (now) => {
    if (now === step) process.kill(process.pid, 'SIGKILL');
  },
});
