import type { LearningPathCandidatesQuery, StudioPathQuery } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** A learning path in the studio. */
export type StudioPath = NonNullable<StudioPathQuery['learningPathById']>;

/** A step of a learning path in the studio. */
export type StudioStep = StudioPath['steps']['nodes'][number];

/** Something that can be added as a step. */
export type Candidate = LearningPathCandidatesQuery['learningPathCandidates']['nodes'][number];

/** The user's learning paths, last changed first. */
export const StudioPathsDocument =
  graphql(/* GraphQL */ `query studioPaths($search: String, $isEveryones: Boolean, $first: Int!, $offset: Int!) {
  isAuthor
  viewer { isAdmin }
  myLearningPaths(search: $search, isEveryones: $isEveryones, first: $first, offset: $offset) {
    totalCount
    nodes { id title isPublished updatedAt stepsCount user { id displayName } }
  }
}`);

/** A learning path with everything that its author edits. */
export const StudioPathDocument = graphql(/* GraphQL */ `query studioPath($id: UUID!) {
  learningPathById(id: $id) {
    id title slug summary description topic isPublished publishedAt version mayWrite
    user { username displayName }
    steps(first: 50) {
      nodes {
        id courseId bookId articleId clipId reason isShown
        course { title }
        book { title }
        article { title }
        clip { title course { title } book { title } }
      }
    }
  }
}`);

/** What contains these words and can be a step. */
export const CandidatesDocument = graphql(/* GraphQL */ `query learningPathCandidates($words: String!) {
  learningPathCandidates(words: $words, first: 20) { nodes { courseId bookId articleId clipId title context isShown } }
}`);

/** Creates a learning path. */
export const CreatePathDocument = graphql(
  /* GraphQL */ `mutation createLearningPath($title: String!) { createLearningPath(input: { title: $title }) { learningPath { id } } }`,
);

/** Changes the details of a learning path. */
export const ChangePathDocument =
  graphql(/* GraphQL */ `mutation changeLearningPath($id: UUID!, $version: Int!, $changes: LearningPathChangeInput!) {
  changeLearningPath(input: { id: $id, version: $version, changes: $changes }) { learningPath { version } }
}`);

/** Sets the steps of a learning path. */
export const SetStepsDocument =
  graphql(/* GraphQL */ `mutation setLearningPathSteps($id: UUID!, $version: Int!, $steps: [LearningPathItemInput]!) {
  setLearningPathSteps(input: { id: $id, version: $version, steps: $steps }) { learningPath { version } }
}`);

/** Publishes a learning path. */
export const PublishPathDocument = graphql(
  /* GraphQL */ `mutation publishLearningPath($id: UUID!) { publishLearningPath(input: { id: $id }) { learningPath { version } } }`,
);

/** Makes a learning path a draft again. */
export const UnpublishPathDocument = graphql(
  /* GraphQL */ `mutation unpublishLearningPath($id: UUID!) { unpublishLearningPath(input: { id: $id }) { learningPath { version } } }`,
);

/** Deletes a learning path. */
export const DeletePathDocument = graphql(
  /* GraphQL */ `mutation deleteLearningPath($id: UUID!) { deleteLearningPath(input: { id: $id }) { deletedLearningPathId } }`,
);
