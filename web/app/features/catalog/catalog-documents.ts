import { graphql } from '../../shared/graphql-document.ts';

/** The listed courses, including announced ones, newest first. */
export const CoursesDocument =
  graphql(/* GraphQL */ `query courses($first: Int!, $offset: Int!) @public(tags: ["contributions", "courses", "plans", "users"]) {
  coursesBySlugs(first: $first, offset: $offset) {
    nodes { ...CourseCard }
    pageInfo { hasNextPage }
  }
}`);

/** The listed books, including announced ones, newest first. */
export const BooksDocument =
  graphql(/* GraphQL */ `query books($first: Int!, $offset: Int!) @public(tags: ["books", "contributions", "plans", "users"]) {
  booksBySlugs(first: $first, offset: $offset) {
    nodes { ...BookCard }
    pageInfo { hasNextPage }
  }
}`);

/** The listed courses and books whose titles contain all of the words, newest first. */
export const TitlesWithWordsDocument = graphql(/* GraphQL */ `query titlesWithWords($words: String!, $first: Int!, $offset: Int!) {
  coursesWithWords(words: $words, first: $first, offset: $offset) {
    nodes { ...CourseCard }
    pageInfo { hasNextPage }
  }
  booksWithWords(words: $words, first: $first, offset: $offset) {
    nodes { ...BookCard }
    pageInfo { hasNextPage }
  }
}`);
