import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@newline/db/connections';
import { startDatabase } from '@newline/db/start-database';
import { startPgbouncer } from '@newline/db/test-pgbouncer';
import { startTestDatabase } from '@newline/db/testing';
import { withClient } from '@newline/db/with-client';
import { expect, onTestFinished, test } from 'vitest';
import { checkBackup, restoreBackup } from '../../src/backup/restore-backup.ts';
import { writeBackup } from '../../src/backup/write-backup.ts';

test.each(['transaction', 'session'] as const)(
  'a site that pgbouncer has kept sessions of (%s mode) is restored once it has stopped, and not before',
  async (mode) => {
    const folder = mkdtempSync(join(tmpdir(), 'newline-pooled-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    chmodSync(folder, 0o711);
    const db = await startTestDatabase();
    onTestFinished(() => db.stop());
    const pgbouncer = await startPgbouncer(db, { mode, poolSize: 3 });
    onTestFinished(() => pgbouncer.stop());
    const { owner } = db.connections;
    const { connections } = await startDatabase({
      dataDir: folder,
      secretKey: db.secretKey,
      databaseUrl: pgbouncer.through(owner).connectionString,
      databaseDirectUrl: owner.connectionString,
      isInsecureAllowed: true,
      log: () => undefined,
    });
    const use = (connection: Connection) => withClient(connection, (client) => client.query('select 1'));
    await use(connections.app);
    await use(connections.auth);
    const remaining = await db.superuser.query(
      `select from pg_stat_activity where datname = current_database() and usename in ('newline_app', 'newline_auth')`,
    );
    expect(remaining.rowCount).toBeGreaterThan(0);

    const site = { connections, dataDir: join(folder, 'site'), storage: { driver: 'local' } as const };
    const file = join(folder, 'site.newline');
    await writeBackup({ ...site, file, version: '0.1.0' });
    const restore = async () => restoreBackup(file, await checkBackup(file), { ...site, isReplacing: true, tell: () => undefined });
    const refusal = 'The site is running on this database. Stop it first, then restore. Nothing was changed.';
    // A process of the site, by its jobs and by the lock on its storage.
    await withClient(connections.worker, () => expect(restore()).rejects.toThrow(refusal));
    await withClient(connections.direct, async (client) => {
      await client.query('select pg_advisory_lock_shared(1, 2)');
      await expect(restore()).rejects.toThrow(refusal);
    });
    await restore();
  },
  120_000,
);

test.each(['app', 'auth', 'worker'] as const)(
  'without a pooler, a session of the login %s means that the site is running',
  async (login) => {
    const folder = mkdtempSync(join(tmpdir(), 'newline-running-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const db = await startTestDatabase();
    onTestFinished(() => db.stop());
    const { connections } = db;
    const site = { connections, dataDir: join(folder, 'site'), storage: { driver: 'local' } as const };
    const file = join(folder, 'site.newline');
    await writeBackup({ ...site, file, version: '0.1.0' });
    const restore = async () => restoreBackup(file, await checkBackup(file), { ...site, isReplacing: true, tell: () => undefined });
    await withClient(connections[login], () => expect(restore()).rejects.toThrow('The site is running on this database.'));
  },
);
