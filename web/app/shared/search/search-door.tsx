import { Icon } from '@newline/ui/components/icon';
import { iconButtonClass } from '@newline/ui/components/icon-button';
import { Search } from 'lucide-react';

type Props = {
  className: string | undefined;
  /** Whether a slash opens it, too. */
  hasKey: boolean;
};

/** Opens the search over the page, which the script in the head does, also by keys. Without JavaScript it is a link. */
export function SearchDoor({ className, hasKey }: Props) {
  return (
    <a id="search-door" className={`${iconButtonClass('small')} ${className}`} href="/search" aria-label="Search everything">
      <Icon of={Search} />
      <span>Search everything</span>
      {hasKey && <kbd>/</kbd>}
    </a>
  );
}
