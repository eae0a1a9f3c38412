import type { LearningPathQuery, PathProgressQuery } from '../../../.documents/graphql.ts';
import { graphql } from '../../shared/graphql-document.ts';

/** A learning path with what its page shows. */
export type PathNode = NonNullable<LearningPathQuery['learningPathBySlug']>;

/** A step as the API returns it. */
export type StepNode = PathNode['steps']['nodes'][number];

/** The reader's progress across a learning path. */
export type PathProgress = NonNullable<NonNullable<PathProgressQuery['learningPathBySlug']>['progress']>;

/** The progress that the server sends with the page. */
export type SentPath = { readonly id: string; readonly progress: PathProgress | null };

/** The learning path with a slug and everything its page shows. */
export const PathDocument = graphql(/* GraphQL */ `query learningPath($slug: String!) {
  learningPathBySlug(slug: $slug) {
    id title slug topic summary description isPublished publishedAt
    user { id username displayName profileImageUrl employmentTitle employerName }
    steps(first: 50) {
      nodes {
        id reason isShown
        course { ...CourseCard numLessons videoSeconds }
        book { ...BookCard numLessons videoSeconds }
        article {
          id title permalink topic mainImageUrl subscriptionRequired readingMinutes
          contributions(first: 5) { nodes { user { displayName } } }
        }
        clip {
          id title durationSeconds videoUrl thumbnailSeconds
          course { title topic }
          book { title topic }
        }
      }
    }
  }
}`);

/** The reader's progress, if it wasn't sent with the page. */
export const PathProgressDocument = graphql(/* GraphQL */ `query pathProgress($slug: String!) {
  learningPathBySlug(slug: $slug) {
    id
    progress { doneCount totalCount percent isBegun nextStepId steps { stepId doneCount totalCount isDone isBegun } }
  }
}`);

/** Marks an article or a clip as completed, or undoes that. */
export const MarkCompletedDocument =
  graphql(/* GraphQL */ `mutation markCompleted($articleId: UUID, $clipId: UUID, $isCompleted: Boolean!) {
  markCompleted(input: { articleId: $articleId, clipId: $clipId, isCompleted: $isCompleted }) { isCompleted }
}`);
