import { describe, expect, test } from 'vitest';
import { findFault } from '../lint/plugin.mjs';
import { lintFile } from './lint-file.ts';

describe('imports between packages', () => {
  test.each([
    ['web/app/routes/clips.tsx', '../features/clips/clip-grid.tsx'],
    ['web/app/features/clips/clip-grid.tsx', '../../shared/viewer.tsx'],
    ['web/app/features/clips/clip-grid.tsx', '@newline/ui/components/badge'],
    ['web/app/features/clips/parts/clip.tsx', '../clip-grid.tsx'],
    ['web/app/features/studio/write.tsx', '@newline/editor/article-editor'],
    ['web/app/shared/reader/document-view.tsx', '@newline/document/render'],
    ['web/app/shared/run-document.server.ts', '@newline/api/request-context'],
    ['web/app/shared/login/return-to.server.ts', '@newline/api/rules/return-path'],
    ['web/app/routes/checkout.tsx', '@newline/api/rules/return-path'],
    ['api/src/features/accounts/create-auth.ts', '../../rules/account.ts'],
    ['web/server.ts', '@newline/db/start-database'],
    ['api/src/create-api.ts', '@newline/db/create-pool'],
    ['api/src/features/articles/read-details.ts', '../../errors/error-codes.ts'],
    ['api/src/features/articles/feature.ts', '../../feature.ts'],
    ['api/src/graphql/preset.ts', '../services.ts'],
    ['api/src/features.ts', './features/articles/feature.ts'],
    ['api/src/env.ts', './features/billing/billing-settings.ts'],
    ['cli/src/demo.ts', '@newline/db/demo/load'],
    ['db/src/create-pool.ts', 'pg'],
    ['document/src/schema.ts', 'prosemirror-model'],
    ['ui/src/components/menu.tsx', '@base-ui/react/menu'],
    ['e2e/clips.spec.ts', '../db/demo/src/people.ts'],
  ])('%s may import %s', (file, source) => {
    expect(findFault(file, source)).toBeNull();
  });

  test.each([
    ['web/app/features/clips/clip-grid.tsx', '../discussions/thread.tsx', /feature clips may not import the feature discussions/],
    ['web/app/features/clips/parts/clip.tsx', '../../discussions/thread.tsx', /feature clips may not import the feature discussions/],
    ['web/app/features/clips/clip-grid.tsx', '../../routes/clips.tsx', /web\/features may not import web\/routes/],
    ['web/app/features/clips/clip-grid.tsx', '@newline/db/create-pool', /web\/features may not import db/],
    ['web/app/features/clips/clip-grid.tsx', '@newline/api/env', /web\/features may not import api/],
    ['web/app/shared/viewer.tsx', '../features/clips/clip-grid.tsx', /web\/shared may not import web\/features/],
    ['web/app/shared/reader/document-view.tsx', '@newline/editor/article-editor', /web\/shared may not import editor/],
    ['web/app/routes/clips.tsx', '@newline/api/env', /web\/routes may not import api/],
    ['api/src/rules/account.ts', '../budgets.ts', /rules may not import api/],
    ['web/app/shared/viewer.tsx', 'node:fs', /runs in the browser/],
    ['document/src/schema.ts', 'react', /may not import the package react/],
    ['document/src/schema.ts', '@newline/db/create-pool', /document may not import db/],
    ['document/src/schema.ts', 'node:http', /runs in the browser/],
    ['ui/src/components/menu.tsx', 'react-router', /may not import the package react-router/],
    ['ui/src/components/menu.tsx', '@newline/document/render', /ui may not import document/],
    ['db/src/create-pool.ts', 'fastify', /may not import the package fastify/],
    ['db/src/create-pool.ts', '@newline/api/env', /db may not import api/],
    ['api/src/create-api.ts', '../../web/server/site.ts', /api\/lists may not import web\/server/],
    ['api/src/graphql/preset.ts', '../features/billing/billing-plugin.ts', /api\/graphql may not import api\/features/],
    ['api/src/graphql/preset.ts', '../features.ts', /api\/graphql may not import api\/lists/],
    ['api/src/features/articles/read-details.ts', '../../graphql/document-limits.ts', /api\/features may not import api\/graphql/],
    ['api/src/features/articles/read-details.ts', '../../features.ts', /api\/features may not import api\/lists/],
    ['api/src/errors/mask-error.ts', '../features/accounts/viewer-of.ts', /api may not import api\/features/],
    ['api/src/database/reader-query.ts', '../graphql/document-limits.ts', /api may not import api\/graphql/],
    ['api/src/create-api.ts', '../tests/people.ts', /api\/lists may not import api\/tests\/people\.ts/],
    ['cli/src/demo.ts', '../../web/server.ts', /cli may not import web\/server/],
  ])('%s may not import %s', (file, source, reason) => {
    expect(findFault(file, source)).toMatch(reason);
  });

  test('oxlint reports a forbidden import as an error', () => {
    const { status, stdout } = lintFile('ui/src/components/a.ts', ["export { createPool } from '@newline/db/create-pool';"]);
    expect(stdout).toContain('ui may not import db');
    expect(status).toBe(1);
  });
});
