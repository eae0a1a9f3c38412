import { setTimeout as nextLook } from 'node:timers/promises';
import { createRenderer, rendererVersion } from '@newline/api/features/rendering/create-renderer';
import { createLog } from '@newline/api/log';
import { startTestDatabase } from '@newline/db/testing';
import type { DocumentNode } from '@newline/document/document-node';
import { expect, test } from 'vitest';
import { slowDownTree } from './slow-down-tree.ts';
import { startWholeSite } from './start-whole-site.ts';

const texts = `(
  select body_delta, drawings, drawn_by from app_private.article_bodies
  union all select body_delta, drawings, drawn_by from app_private.lesson_bodies
  union all select body_delta, body_drawings, drawn_by from app_public.comments where not deleted) as texts`;

const amounts = `select ${['courses', 'books', 'lessons', 'articles', 'clips', 'comments', 'users']
  .map((table) => `(select count(*)::int from app_public.${table}) as ${table}`)
  .join(', ')}`;

/** A smaller version is in the renderer's tests: one text by a renderer that is slowed down. */
const isRun = Boolean(process.env['NEWLINE_TEST_FULL']) && process.platform === 'linux';

test.runIf(isRun)(
  'a first start with 5 % of a core has the same demo in the end, completely rendered, with a handful of processes',
  { timeout: 90 * 60_000, retry: 0 },
  async () => {
    const renderers: string[] = [];
    let letRun: () => void = () => undefined;
    const site = await startWholeSite({
      onSpawn(pid) {
        letRun = slowDownTree(pid, (_id, command) => {
          if (command.includes('render-process')) renderers.push(command);
        });
      },
    });
    try {
      for (;;) {
        const [left] = await site.asOwner(`select count(*)::int as texts from ${texts} where drawn_by < ${rendererVersion}`);
        if (left?.['texts'] === 0) break;
        await nextLook(10_000);
      }
      letRun();

      const db = await startTestDatabase({ demo: true });
      const { rows: expected } = await db.superuser.query<Record<string, number>>(amounts);
      await db.stop();
      expect(await site.asOwner(amounts)).toEqual(expected);

      const renderer = createRenderer({ log: createLog('silent') });
      const stored = await site.asOwner(`select body_delta as body, drawings from ${texts}`);
      expect(stored.length).toBeGreaterThan(50);
      for (const { body, drawings } of stored) expect(drawings).toEqual(await renderer.renderDocument(body as DocumentNode));
      await renderer.close();
      expect(stored.filter(({ drawings }) => drawings !== null).length).toBeGreaterThan(50);
      expect(renderers.length).toBeGreaterThan(0);
      expect(renderers.length).toBeLessThanOrEqual(5);
    } finally {
      letRun();
      await site.remove();
    }
  },
);
