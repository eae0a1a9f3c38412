import { graphql } from '../../shared/graphql-document.ts';

/** The listed courses, those coming soon among them, newest first. */
export const CoursesDocument = graphql(/* GraphQL */ `query courses($first: Int!, $offset: Int!) {
  coursesBySlugs(first: $first, offset: $offset) {
    nodes { ...CourseCard }
    pageInfo { hasNextPage }
  }
}`);

/** The listed books, those coming soon among them, newest first. */
export const BooksDocument = graphql(/* GraphQL */ `query books($first: Int!, $offset: Int!) {
  booksBySlugs(first: $first, offset: $offset) {
    nodes { ...BookCard }
    pageInfo { hasNextPage }
  }
}`);

/** The listed courses and books with all of the words in their titles, newest first. */
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
