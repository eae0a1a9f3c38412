import type { PathCardFragment } from '../../../.documents/graphql.ts';
import { graphql } from '../graphql-document.ts';

/** The fields that the card of a learning path needs. */
graphql(/* GraphQL */ `fragment PathCard on LearningPath {
  id title slug topic summary publishedAt stepsCount
  user { displayName }
}`);

/** The published learning paths, newest first. */
export const PathListDocument = graphql(/* GraphQL */ `query learningPaths($first: Int!, $offset: Int!) {
  listedLearningPaths(first: $first, offset: $offset) {
    nodes { ...PathCard }
    pageInfo { hasNextPage }
  }
}`);

/** What the card of a learning path shows. */
export type PathCard = {
  id: string;
  title: string;
  permalink: string;
  topic: string;
  summary: string | null;
  author: string | null;
  /** '5 steps'. */
  steps: string;
  /** ISO 8601. */
  publishedAt: string;
};

/** Returns the card of a learning path. */
export function pathCard({ id, title, slug, topic, summary, publishedAt, stepsCount, user }: PathCardFragment): PathCard {
  return {
    id,
    title,
    permalink: pathOf(slug),
    topic: topic.toLowerCase(),
    summary,
    author: user?.displayName ?? null,
    steps: stepsText(stepsCount),
    publishedAt: publishedAt ?? '',
  };
}

/** Returns the path of a learning path's page. */
export function pathOf(slug: string): string {
  return `/paths/${slug}`;
}

/** Returns '1 step' or '5 steps'. */
export function stepsText(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'step' : 'steps'}`;
}
