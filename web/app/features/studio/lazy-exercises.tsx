import type { DocumentNode } from '@newline/document/document-node';
import { Suspense } from 'react';
import { lazyComponent } from '../../shared/lazy-component.ts';
import type { TextExercisesProps } from './text-exercises.tsx';

const TextExercises = lazyComponent(() => import('./text-exercises.tsx').then((module) => module.TextExercises));

/** What is known about the exercises of a text. It's loaded for texts with exercises only; others render nothing. */
export function LazyExercises({ document, ...props }: TextExercisesProps & { document: DocumentNode }) {
  if (document.content?.some(({ type }) => type === 'exercise') !== true) return null;
  return (
    <Suspense>
      <TextExercises {...props} />
    </Suspense>
  );
}
