import { authPlugins, authTableOptions } from '@newline/api/features/accounts/create-auth';
import { createPool } from '@newline/db/create-pool';
import { startTestDatabase } from '@newline/db/testing';
import { getMigrations } from 'better-auth/db/migration';
import { expect, test } from 'vitest';

test('our migration has every table and column that better-auth would create @AUTH-01', async () => {
  const db = await startTestDatabase();
  const pool = createPool(db.connections.auth, { max: 2 });
  try {
    const { toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems } = await getMigrations({
      ...authTableOptions(pool),
      plugins: authPlugins(async () => undefined),
      secret: db.secretKey,
    });
    expect({ toBeCreated, toBeAdded, toBeAddedIndexes, schemaProblems }).toEqual({
      toBeCreated: [],
      toBeAdded: [],
      toBeAddedIndexes: [],
      schemaProblems: [],
    });
  } finally {
    await pool.end();
    await db.stop();
  }
});
