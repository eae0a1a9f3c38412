import { graphql } from '../graphql-document.ts';

/** A lesson, and whether the reader has access to all of it. */
export type OfflineLesson = {
  id: string;
  title: string;
  permalink: string;
  updatedAt: string;
  isOpen: boolean | null;
  videoUrl: string | null;
  videoPass: string | null;
};

/** The user who is signed in. */
export const OfflineReaderDocument = graphql(/* GraphQL */ `query offlineReader { viewer { id } }`);

/** A course with the lessons that the reader may keep, and the versions of their texts. */
export const OfflineCourseDocument = graphql(/* GraphQL */ `query offlineCourse($id: UUID!) {
  viewer { id }
  courseById(id: $id) {
    id title permalink updatedAt allowsOfflineVideos
    courseLessons { nodes { id lesson { id title permalink updatedAt isOpen videoUrl videoPass } } }
  }
}`);

/** A book with the chapters that the reader may keep, and the versions of their texts. */
export const OfflineBookDocument = graphql(/* GraphQL */ `query offlineBook($id: UUID!) {
  viewer { id }
  bookById(id: $id) {
    id title permalink updatedAt allowsOfflineVideos
    bookLessons { nodes { id lesson { id title permalink updatedAt isOpen videoUrl videoPass } } }
  }
}`);

/** The sizes of a course's texts and images, for those lessons that the reader may keep. */
export const CourseSizeDocument = graphql(/* GraphQL */ `query offlineCourseSize($id: UUID!) {
  courseById(id: $id) { allowsOfflineVideos courseLessons { nodes { id lesson { id offlineBytes videoUrl } } } }
}`);

/** The sizes of a book's texts and images, for those chapters that the reader may keep. */
export const BookSizeDocument = graphql(/* GraphQL */ `query offlineBookSize($id: UUID!) {
  bookById(id: $id) { allowsOfflineVideos bookLessons { nodes { id lesson { id offlineBytes videoUrl } } } }
}`);
