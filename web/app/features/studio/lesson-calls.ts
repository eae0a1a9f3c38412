import {
  LessonRemoteCodeDocument,
  LessonRevisionsDocument,
  LessonRevisionTextDocument,
  RestoreLessonRevisionDocument,
  SaveLessonDocument,
  WorkingLessonDocument,
} from './lesson-documents.ts';
import { LessonExerciseChecksDocument } from './exercise-check-documents.ts';
import { expectValue } from '../../shared/graphql-document.ts';
import { requestStudio } from './request-studio.ts';
import { restoredOf, savedOf, type TextCalls } from './text-calls.ts';

/** The operations for the text of a lesson or chapter. */
export const lessonCalls: TextCalls = {
  save: async (variables, options) => expectValue((await requestStudio(SaveLessonDocument, savedOf(variables), options)).saveLesson),
  revisions: async (id, page) =>
    (await requestStudio(LessonRevisionsDocument, { id, ...page })).lessonById?.revisions ?? { totalCount: 0, nodes: [] },
  revisionText: async (id) => (await requestStudio(LessonRevisionTextDocument, { id })).lessonRevisionById,
  restore: async (revisionId, baseVersion) =>
    restoredOf((await requestStudio(RestoreLessonRevisionDocument, { revisionId, baseVersion })).restoreLessonRevision),
  working: async (id) => (await requestStudio(WorkingLessonDocument, { id })).lessonById?.latestRevision ?? null,
  changedCode: async (id) => (await requestStudio(LessonRemoteCodeDocument, { id })).lessonById?.remoteCodeSources.nodes ?? [],
  exerciseChecks: async (id) => (await requestStudio(LessonExerciseChecksDocument, { id })).lessonById?.exerciseChecks.nodes ?? [],
};
