import { graphql } from '../../shared/graphql-document.ts';

/** A title of allBooksQuery. */
export type TitleNode = {
  id: string;
  slug: string;
  title: string;
  permalink: string;
  topic: string;
  summary: string | null;
  publishedAt: string | null;
  createdAt: string;
  isComingSoon: boolean;
  isBootcamp: boolean;
  isLiveWorkshop: boolean;
  posterImageUrl: string | null;
  heroVideoUrl: string | null;
  ratings: number[];
  clips: { nodes: { id: string; title: string; isShort: boolean; videoUrl: string | null; thumbnailSeconds: number }[] };
  contributions: { nodes: { title: string; user: { displayName: string } | null }[] };
};

/** An item in the strip of the newest titles. */
export type HighlightNode = Pick<
  TitleNode,
  'id' | 'slug' | 'title' | 'permalink' | 'topic' | 'posterImageUrl' | 'publishedAt' | 'isComingSoon' | 'isBootcamp' | 'isLiveWorkshop'
>;

/** An editorial testimonial. */
export type FeaturedNode = {
  id: string;
  slug: string | null;
  name: string | null;
  title: string | null;
  employer: string | null;
  quoteMd: string;
  rating: number;
  profileImageUrl: string | null;
  course: { title: string } | null;
  book: { title: string } | null;
};

/** An item with its contributors. */
export type StatsNode = {
  id: string;
  slug: string;
  testimonials: { totalCount: number };
  contributions: { nodes: { title: string; user: AuthorNode | null }[] };
};

/** An author with the fields for bubbles and quotes. */
export type AuthorNode = {
  id: string;
  username: string;
  displayName: string;
  profileImageUrl: string | null;
  employerName: string | null;
  employmentTitle: string | null;
};

/** The content that administrators chose, the newest titles, and the companies of the strips. */
export const HomeDocument = graphql(/* GraphQL */ `query home {
  homePage { bookSlugs courseSlugs testimonialSlugs authorUsernames }
  newestCourses: coursesBySlugs(first: 30) {
    nodes { id slug title permalink topic posterImageUrl publishedAt isComingSoon isBootcamp isLiveWorkshop }
  }
  newestBooks: booksBySlugs(first: 30) {
    nodes { id slug title permalink topic posterImageUrl publishedAt isComingSoon isBootcamp isLiveWorkshop }
  }
  plans(first: 20) { nodes { slug kind billingInterval amountCents currency isOffered } }
  logos(first: 60, orderBy: [POSITION_ASC]) { nodes { id name imageUrl darkImageUrl websiteUrl isStudentLogo } }
  paths: listedLearningPaths(first: 4) { nodes { ...PathCard } }
  playable: clips(first: 9, offset: 0) { nodes { id title isShort videoUrl thumbnailSeconds durationSeconds } }
  openings: booksBySlugs(first: 5) { nodes { id slug title isComingSoon outlineList(first: 1) { isFree title permalink } } }
}`);

/** The text of a book's chapter, limited to what the reader can read. */
export const OpeningChapterDocument = graphql(/* GraphQL */ `query openingChapter($book: String!, $chapter: String!) {
  booksBySlugs(slugs: [$book], first: 1) { nodes { lesson(slug: $chapter) { bodyDelta } } }
}`);

/** The sections of the page. */
export const HomeLayoutDocument = graphql(/* GraphQL */ `query homeLayout { pageLayout(page: HOME) { sections } }`);

/** The testimonials and reviews with these ids, in order. */
export const ChosenTestimonialsDocument = graphql(/* GraphQL */ `query chosenTestimonials($ids: [UUID!]!) {
  testimonialsByIds(ids: $ids, first: 50) {
    nodes {
      id slug name title employer quoteMd rating profileImageUrl course { title } book { title } user { displayName profileImageUrl }
    }
  }
}`);

/** The totals on the page. */
export const CountedFactsDocument = graphql(/* GraphQL */ `query countedFacts {
  countedFacts(first: 20) { nodes { fact amount } }
  titlesInPro
}`);

/** The titles of the page: books and courses with these slugs, or announced ones (B §7). */
export const AllBooksDocument = graphql(/* GraphQL */ `query allBooksQuery($bookSlugs: [String], $courseSlugs: [String]) {
  booksBySlugs(slugs: $bookSlugs, first: 30) {
    nodes {
      id slug title permalink topic summary publishedAt createdAt isComingSoon isBootcamp isLiveWorkshop posterImageUrl heroVideoUrl ratings
      clips(first: 6) { nodes { id title isShort videoUrl thumbnailSeconds } }
      contributions(first: 3) { nodes { title user { displayName } } }
    }
  }
  coursesBySlugs(slugs: $courseSlugs, first: 30) {
    nodes {
      id slug title permalink topic summary publishedAt createdAt isComingSoon isBootcamp isLiveWorkshop posterImageUrl heroVideoUrl ratings
      clips(first: 6) { nodes { id title isShort videoUrl thumbnailSeconds } }
      contributions(first: 3) { nodes { title user { displayName } } }
    }
  }
}`);

/** The testimonials with these slugs, in order (B §7). */
export const TestimonialsDocument = graphql(
  /* GraphQL */ `query getTestimonialsQuery($slugs: [String]) {
  testimonialsBySlugs(slugs: $slugs, first: 50) {
    nodes { id slug name title employer quoteMd rating profileImageUrl course { title } book { title } }
  }
}`,
);

/** The contributors of the page's titles (B §7). */
export const BookStatsDocument = graphql(/* GraphQL */ `query getBookStats($bookSlugs: [String], $courseSlugs: [String]) {
  booksBySlugs(slugs: $bookSlugs, first: 40) {
    nodes {
      id slug testimonials(first: 1) { totalCount }
      contributions(first: 5) { nodes { title user { id username displayName profileImageUrl employerName employmentTitle } } }
    }
  }
  coursesBySlugs(slugs: $courseSlugs, first: 40) {
    nodes {
      id slug testimonials(first: 1) { totalCount }
      contributions(first: 5) { nodes { title user { id username displayName profileImageUrl employerName employmentTitle } } }
    }
  }
}`);
