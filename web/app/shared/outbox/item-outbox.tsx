import { Suspense } from 'react';
import { lazyComponent } from '../lazy-component.ts';
import { useOutbox } from './use-outbox.ts';

// Few pages have anything that waits.
const OutboxList = lazyComponent(() => import('./outbox-list.tsx').then((module) => module.OutboxList));

/** What the reader wrote about a lesson, an article or a clip and what waits to be sent, or was refused. Nothing if there is none. */
export function ItemOutbox({ id, kinds = allKinds }: { id: string; kinds?: 'comments' | typeof allKinds }) {
  const entries = useOutbox().filter(
    ({ page, action, refusal }) =>
      page?.id === id &&
      // The button itself says that it waits.
      (action.kind !== 'done' || refusal !== null) &&
      (kinds === allKinds || action.kind === 'comment' || action.kind === 'reply'),
  );
  return (
    entries.length > 0 && (
      <Suspense>
        <OutboxList entries={entries} isWithPages={false} hasIds={kinds !== allKinds} />
      </Suspense>
    )
  );
}

const allKinds = 'all';
