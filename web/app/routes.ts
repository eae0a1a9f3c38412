import { index, route, type RouteConfig } from '@react-router/dev/routes';

/** The URL table, one line per URL. */
export default [
  index('routes/home.tsx'),
  route('courses', 'routes/courses.tsx'),
  route('courses/:slug', 'routes/course.tsx'),
  route('books', 'routes/books.tsx'),
  route('books/:slug', 'routes/book.tsx'),
  route('clips/:clipId?', 'routes/clips.tsx'),
  route('discussions/:id', 'routes/discussion.tsx'),
  route('account', 'routes/account.tsx'),
  route('sign-in', 'routes/sign-in.tsx'),
  route('sign-up', 'routes/sign-up.tsx'),
  route('verify', 'routes/verify.tsx'),
  route('reset-password', 'routes/reset-password.tsx'),
  // /@{username}, or a permalink such as /fullstack-graphql: React Router knows no parts of a segment.
  route(':handle', 'routes/handle.tsx'),
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig;
