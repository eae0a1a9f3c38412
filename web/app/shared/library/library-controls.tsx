import { searchLimits } from '@newline/api/rules/limits/search';
import { buttonClass } from '@newline/ui/components/button';
import { Icon } from '@newline/ui/components/icon';
import { ChevronDown, Search } from 'lucide';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { filterGroups, librarySorts, type LibraryChoice, type LibrarySort } from './library-choice.ts';
import type { LibraryOption } from './library-facts.ts';
import { TechnologyIcon } from './technology-icon.tsx';
import styles from './library-controls.module.css';

type Props = {
  choice: LibraryChoice;
  options: readonly LibraryOption[];
  searchField: RefObject<HTMLInputElement | null>;
  onChange: () => void;
  onTyping: () => void;
};

/** The largest number of instructors that are listed without a search field. */
const maxUnsearchedInstructors = 10;
const searchDebounceMs = 250;

/** 'Sort By', 'Add Filter' and the search. They're form fields, so that they also work without JavaScript. */
export function LibraryControls({ choice, options, searchField, onChange, onTyping }: Props) {
  const chosenSort = librarySorts.find(({ value }) => value === choice.sort) ?? librarySorts[0];
  return (
    <div className={styles.bar}>
      <Drop label={`Sort By: ${chosenSort.label}`} about="Sort By">
        <Sorts chosen={choice.sort} onChange={onChange} />
      </Drop>
      <Drop label="Add Filter" about="Filters">
        {filterGroups.map(({ name, label }) => {
          const ofGroup = options.filter((option) => option.group === name);
          if (ofGroup.length === 0) return null;
          return (
            <fieldset key={name} className={styles.group}>
              <legend>{label}</legend>
              {name === 'instructor' ? (
                <Instructors options={ofGroup} chosen={choice.filters.instructor} onChange={onChange} />
              ) : (
                ofGroup.map((option) => (
                  <Option key={option.value} option={option} isChosen={choice.filters[name].includes(option.value)} onChange={onChange} />
                ))
              )}
            </fieldset>
          );
        })}
      </Drop>
      <label className={styles.find}>
        <Icon of={Search} small />
        <span className="sr">Search courses and books</span>
        <input
          dir="auto"
          ref={searchField}
          type="search"
          name="q"
          defaultValue={choice.search}
          placeholder="Search courses and books"
          maxLength={searchLimits.words}
          autoComplete="off"
          onInput={onTyping}
        />
      </label>
    </div>
  );
}

type DropProps = { label: string; about: string; children: ReactNode };

/** A button with a native popover. */
function Drop({ label, about, children }: DropProps) {
  const id = useId();
  return (
    <div className={styles.drop}>
      <button type="button" className={buttonClass({ variant: 'line' })} popoverTarget={id}>
        {label} <Icon of={ChevronDown} small />
      </button>
      <div id={id} popover="auto" className={styles.panel} role="group" aria-label={about}>
        {children}
        <noscript>
          <button type="submit" className={buttonClass({ size: 'small' })}>
            Apply
          </button>
        </noscript>
      </div>
    </div>
  );
}

function Sorts({ chosen, onChange }: { chosen: LibrarySort; onChange: () => void }) {
  const isByArrow = useRef(false);
  return librarySorts.map(({ value, label }) => (
    <label key={value} className={styles.option}>
      <input
        type="radio"
        name="sort"
        value={value}
        checked={value === chosen}
        onKeyDown={(event) => {
          isByArrow.current = event.key.startsWith('Arrow');
        }}
        onChange={(event) => {
          onChange();
          // The user is still choosing when moving through the options with the arrow keys.
          if (!isByArrow.current) event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();
          isByArrow.current = false;
        }}
      />
      {label}
    </label>
  ));
}

function Option({ option, isChosen, onChange }: { option: LibraryOption; isChosen: boolean; onChange: () => void }) {
  return (
    <label className={styles.option}>
      <input type="checkbox" name={option.group} value={option.value} checked={isChosen} onChange={onChange} />
      <TechnologyIcon icon={option.icon} className={styles.technology} />
      <span className={styles.name} dir="auto">
        {option.label}
      </span>
      <span className={`num ${styles.count}`}>
        {option.count}
        <span className="sr"> {option.count === 1 ? 'title' : 'titles'}</span>
      </span>
    </label>
  );
}

type InstructorsProps = { options: readonly LibraryOption[]; chosen: readonly string[]; onChange: () => void };

/** The instructors, with a search field when there are more than ten. Selected ones are never hidden. */
function Instructors({ options, chosen, onChange }: InstructorsProps) {
  const [search, setSearch] = useState('');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const query = search.trim().toLowerCase();
  const matches = options.filter(({ label, value }) => chosen.includes(value) || label.toLowerCase().includes(query));
  return (
    <>
      {options.length > maxUnsearchedInstructors && (
        <input
          dir="auto"
          type="search"
          className={styles.instructors}
          aria-label="Search instructors"
          placeholder="Search instructors"
          autoComplete="off"
          onInput={(event) => {
            const { value } = event.currentTarget;
            clearTimeout(timer.current);
            timer.current = setTimeout(() => setSearch(value), searchDebounceMs);
          }}
          // Enter would submit the library's form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {matches.map((option) => (
        <Option key={option.value} option={option} isChosen={chosen.includes(option.value)} onChange={onChange} />
      ))}
      {matches.length === 0 && <p className="meta">No matching instructors.</p>}
    </>
  );
}
