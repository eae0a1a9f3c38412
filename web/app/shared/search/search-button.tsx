import { Icon } from '@newline/ui/components/icon';
import { iconButtonClass } from '@newline/ui/components/icon-button';
import { Search } from 'lucide';

type Props = {
  className: string | undefined;
  /** Whether the slash key opens it too. */
  hasKey: boolean;
};

/** The button that opens the search. The script in the head handles it, including its shortcuts. Without JavaScript it's a link. */
export function SearchButton({ className, hasKey }: Props) {
  return (
    <a id="search-open" className={`${iconButtonClass('small')} ${className}`} href="/search" aria-label="Search everything">
      <Icon of={Search} />
      <span>Search everything</span>
      {hasKey && <kbd>/</kbd>}
    </a>
  );
}
