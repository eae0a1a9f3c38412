import { ArticleRemoteCodeDocument } from './remote-code-documents.ts';
import { ArticleExerciseChecksDocument } from './exercise-check-documents.ts';
import { expectValue } from '../../shared/graphql-document.ts';
import { requestStudio } from './request-studio.ts';
import {
  RestoreRevisionDocument,
  RevisionsDocument,
  RevisionTextDocument,
  SaveArticleDocument,
  StudioArticleDocument,
} from './studio-documents.ts';
import { restoredOf, savedOf, type TextCalls } from './text-calls.ts';

/** The operations for the text of an article. */
export const articleCalls: TextCalls = {
  save: async (variables, options) => expectValue((await requestStudio(SaveArticleDocument, savedOf(variables), options)).saveArticle),
  revisions: async (id, page) =>
    (await requestStudio(RevisionsDocument, { id, ...page })).articleById?.revisions ?? { totalCount: 0, nodes: [] },
  revisionText: async (id) => (await requestStudio(RevisionTextDocument, { id })).articleRevisionById,
  restore: async (revisionId, baseVersion) =>
    restoredOf((await requestStudio(RestoreRevisionDocument, { revisionId, baseVersion })).restoreArticleRevision),
  working: async (id) => (await requestStudio(StudioArticleDocument, { id })).articleById?.latestRevision ?? null,
  changedCode: async (id) => (await requestStudio(ArticleRemoteCodeDocument, { id })).articleById?.remoteCodeSources.nodes ?? [],
  exerciseChecks: async (id) => (await requestStudio(ArticleExerciseChecksDocument, { id })).articleById?.exerciseChecks.nodes ?? [],
};
