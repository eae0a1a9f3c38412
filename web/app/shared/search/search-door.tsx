import { iconButtonClass } from '@newline/ui/components/icon-button';
import { Icon } from '@newline/ui/components/icon';
import { Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import { late } from '../late.ts';

const Palette = late(() => import('./palette.tsx').then((module) => module.Palette));

type Props = {
  className: string | undefined;
  /** Whether a slash opens it, too. */
  hasKey: boolean;
};

/** Opens the search over the page. Without JavaScript it is a link. The script in the head presses it by keys. */
export function SearchDoor({ className, hasKey }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <a
        id="search-door"
        className={`${iconButtonClass('small')} ${className}`}
        href="/search"
        aria-label="Search everything"
        onClick={(event) => {
          event.preventDefault();
          setOpen(true);
        }}
      >
        <Icon of={Search} />
        <span>Search everything</span>
        {hasKey && <kbd>/</kbd>}
      </a>
      <Suspense>{isOpen && <Palette onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
