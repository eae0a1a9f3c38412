import { useCallback, useState } from 'react';
import { requestDocument } from '../../shared/request-document.ts';
import { CommentsCountDocument } from './lesson-documents.ts';
import type { LessonFacts } from './lesson-facts.ts';

/** Returns the number of comments on a lesson, and a function that loads it again. */
export function useCommentsCount({ id, commentsCount }: Pick<LessonFacts, 'id' | 'commentsCount'>): [number, () => void] {
  const [count, setCount] = useState(commentsCount);
  const recount = useCallback(() => {
    requestDocument(CommentsCountDocument, { id }).then(
      ({ lessonById }) => lessonById && setCount(lessonById.commentsCount),
      (error: unknown) => console.warn('We couldn’t count the comments.', error),
    );
  }, [id]);
  return [count, recount];
}
