import type { BookCardNode, CourseCardNode } from '../../shared/catalogue/card-facts.ts';
import { typed } from '../../shared/graphql-document.ts';

/** A clip as the strip of the home page shows it. */
export type HomeClip = {
  id: string;
  title: string;
  videoUrl: string;
  thumbnailSeconds: number;
  durationSeconds: number | null;
  course: { title: string } | null;
  book: { title: string } | null;
};

type HomeData = { coursesByTag: { nodes: CourseCardNode[] }; booksByTag: { nodes: BookCardNode[] }; clips: { nodes: HomeClip[] } };

/** The newest titles and clips. */
export const HomeDocument = typed<HomeData>(/* GraphQL */ `query home {
  coursesByTag(first: 7) {
    nodes {
      id title permalink topic summary posterImageUrl isFree isComingSoon isBootcamp isLiveWorkshop createdAt publishedAt ratingCount ratingSum
      contributions(first: 5) { nodes { user { displayName } } }
    }
  }
  booksByTag(first: 5) {
    nodes {
      id title permalink topic summary posterImageUrl isForSale isComingSoon isBootcamp isLiveWorkshop createdAt publishedAt ratingCount ratingSum
      contributions(first: 5) { nodes { user { displayName } } }
    }
  }
  clips(first: 6) {
    nodes { id title videoUrl thumbnailSeconds durationSeconds course { title } book { title } }
  }
}`);
