import { graphql } from '../graphql-document.ts';

/** What the user made of a program in a text, and what another device made of it. */
export const SavedCodeDocument = graphql(/* GraphQL */ `
  query savedCode($program: String!, $lessonId: UUID, $articleId: UUID) {
    keptCode(program: $program, lessonId: $lessonId, articleId: $articleId) { files version otherFiles }
  }
`);

/** Keeps it; without files, what was kept is removed. */
export const KeepCodeDocument = graphql(/* GraphQL */ `
  mutation keepCode($program: String!, $files: String, $lessonId: UUID, $articleId: UUID, $base: Int, $dropOther: Boolean) {
    keepCode(input: { program: $program, files: $files, lessonId: $lessonId, articleId: $articleId, base: $base, dropOther: $dropOther }) {
      keptCode { files version otherFiles }
    }
  }
`);
