import { expectValue } from '../../shared/graphql-document.ts';
import {
  PageRevisionsDocument,
  PageRevisionTextDocument,
  RestorePageRevisionDocument,
  SavePageDocument,
  StudioOwnersPageDocument,
} from './page-documents.ts';
import { requestStudio } from './request-studio.ts';
import { restoredOf, type TextCalls } from './text-calls.ts';

/** The operations for the text of a site page, which has no annotations, no tracked code from repositories and no checked exercises. */
export const pageCalls: TextCalls = {
  save: async ({ id, baseVersion, title, bodyDelta, sessionId, sequence }, options) =>
    expectValue((await requestStudio(SavePageDocument, { id, baseVersion, title, bodyDelta, sessionId, sequence }, options)).savePage),
  revisions: async (id, page) =>
    (await requestStudio(PageRevisionsDocument, { id, ...page })).pageById?.revisions ?? { totalCount: 0, nodes: [] },
  revisionText: async (id) => (await requestStudio(PageRevisionTextDocument, { id })).pageRevisionById,
  restore: async (revisionId, baseVersion) =>
    restoredOf((await requestStudio(RestorePageRevisionDocument, { revisionId, baseVersion })).restorePageRevision),
  working: async (id) => (await requestStudio(StudioOwnersPageDocument, { id })).pageById?.latestRevision ?? null,
  changedCode: async () => [],
  exerciseChecks: async () => [],
};
