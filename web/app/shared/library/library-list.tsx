import { Button } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Icon } from '@newline/ui/components/icon';
import { X } from 'lucide';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from '../link.tsx';
import { choiceOf, filterGroups, isNarrowed, type LibraryChoice, parametersOf, defaultChoice } from './library-choice.ts';
import { explainEmpty } from './explain-empty.ts';
import { followChoices, nothingPressed } from './pressed-choices.ts';
import { LibraryControls } from './library-controls.tsx';
import type { LibraryFacts } from './library-facts.ts';
import { LibraryRow } from './library-row.tsx';
import styles from './library-list.module.css';

type Props = LibraryFacts & {
  choice: LibraryChoice;
  /** Called with every new choice; `isTyping` is true while the user types a search. */
  onChoose: (choice: LibraryChoice, isTyping: boolean) => void;
  /** The page that handles the form without JavaScript; null when there is none. */
  action: string | null;
  /** Shown instead of the rows when the library is empty. */
  empty: ReactNode;
};

const searchDebounceMs = 250;

/** A library: its controls, the badges of active filters, and its rows. Pages and the demo provide data and receive choices. */
export function LibraryList(props: Props) {
  const { choice: shownChoice, action, entries, options, matchesCount, itemsCount, isNearly, pageSize } = props;
  // Shown immediately; the rows follow when they've loaded.
  const [pressed, setPressed] = useState(() => nothingPressed(shownChoice));
  const followed = followChoices(pressed, shownChoice);
  if (followed !== pressed) setPressed(followed);
  const choice = followed.choices.at(-1) ?? shownChoice;
  const onChoose = (next: LibraryChoice, isTyping: boolean) => {
    setPressed((now) => ({ ...now, choices: [...now.choices, next] }));
    props.onChoose(next, isTyping);
  };
  const form = useRef<HTMLFormElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The field follows the URL, for example after Back, but not while the user types, and not initially: it may contain text typed before
  // hydration.
  const searched = useRef(shownChoice.search);
  useEffect(() => {
    const field = search.current;
    const isNew = searched.current !== shownChoice.search;
    searched.current = shownChoice.search;
    if (isNew && field !== null && document.activeElement !== field) field.value = shownChoice.search;
  }, [shownChoice.search]);

  const read = (button?: HTMLElement | null) => {
    clearTimeout(timer.current);
    if (form.current === null) return defaultChoice;
    const parameters = new URLSearchParams();
    for (const [name, value] of new FormData(form.current)) if (typeof value === 'string') parameters.append(name, value);
    if (button instanceof HTMLButtonElement && button.name !== '') parameters.set(button.name, button.value);
    return choiceOf(parameters);
  };
  const handleSubmit = (submitter: HTMLElement | null) => {
    const next = read(submitter);
    if (search.current !== null) search.current.value = next.search;
    onChoose(next, false);
  };
  const handleTyping = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onChoose(read(), true), searchDebounceMs);
  };

  const badges = filterGroups.flatMap(({ name }) =>
    choice.filters[name].map((value) => ({
      key: `${name}:${value}`,
      group: name,
      label: options.find((option) => option.group === name && option.value === value)?.label ?? value,
    })),
  );
  return (
    <form
      ref={form}
      method="get"
      {...(action !== null && { action })}
      onSubmit={(event) => {
        event.preventDefault();
        handleSubmit(event.nativeEvent.submitter);
      }}
    >
      <LibraryControls
        choice={choice}
        options={options}
        searchField={search}
        onChange={() => onChoose(read(), false)}
        onTyping={handleTyping}
      />
      {badges.length > 0 && (
        <div className={styles.badges} role="group" aria-label="Filters">
          {badges.map(({ key, label }) => (
            <button key={key} type="submit" className={styles.badge} name="without" value={key} aria-label={`${label}, remove this filter`}>
              <bdi>{label}</bdi> <Icon of={X} />
            </button>
          ))}
          <button type="submit" className={`link meta ${styles.all}`} name="without" value="all">
            Clear all
          </button>
        </div>
      )}
      <p className={`meta num ${styles.found}`} role="status">
        {isNearly && <span>{`No title contains “${shownChoice.search}”. Showing similar titles. `}</span>}
        {itemsCount > 0 && (
          <span
            className={isNarrowed(shownChoice) ? undefined : 'sr'}
          >{`${isNarrowed(shownChoice) ? `${matchesCount.toLocaleString('en')} of ` : ''}${itemsCount.toLocaleString('en')} ${itemsCount === 1 ? 'title' : 'titles'}`}</span>
        )}
      </p>
      {itemsCount === 0 ? (
        props.empty
      ) : entries.length === 0 ? (
        <EmptyState
          title="No results found"
          action={
            <Button variant="line" type="submit" name="without" value="all">
              Clear all filters
            </Button>
          }
        >
          {explainEmpty(
            filterGroups.map(({ name }) => badges.flatMap(({ group, label }) => (group === name ? [label] : []))),
            shownChoice.search,
          )}
        </EmptyState>
      ) : (
        <ul className={`rows ${styles.rows}`} aria-label="Courses and books">
          {entries.map((entry, index) => (
            <LibraryRow key={entry.id} entry={entry} isCurrent={index === 0 && isCurrent(shownChoice) && entry.status === 'in-progress'} />
          ))}
        </ul>
      )}
      {action !== null && matchesCount > pageSize && (
        <Pages choice={choice} action={action} last={Math.ceil(matchesCount / pageSize)} matchesCount={matchesCount} pageSize={pageSize} />
      )}
    </form>
  );
}

/** True if the first row is the most recently used item. */
function isCurrent(choice: LibraryChoice): boolean {
  return choice.sort === 'recently-accessed' && choice.page === 1;
}

type PagesProps = { choice: LibraryChoice; action: string; last: number; matchesCount: number; pageSize: number };

function Pages({ choice, action, last, matchesCount, pageSize }: PagesProps) {
  const addressOf = (page: number) => {
    const parameters = parametersOf({ ...choice, page }).toString();
    return parameters === '' ? action : `${action}?${parameters}`;
  };
  const from = (choice.page - 1) * pageSize + 1;
  return (
    <nav className={styles.pages} aria-label="Pages of the library">
      {choice.page > 1 && (
        <Link className="link" to={addressOf(choice.page - 1)} rel="prev">
          Previous
        </Link>
      )}
      <span className="meta num">
        {from} to {Math.min(from + pageSize - 1, matchesCount)} of {matchesCount}
      </span>
      {choice.page < last && (
        <Link className="link" to={addressOf(choice.page + 1)} rel="next">
          Next
        </Link>
      )}
    </nav>
  );
}
