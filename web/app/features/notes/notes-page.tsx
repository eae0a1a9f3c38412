import { noteLimits } from '@newline/api/rules/limits/note';
import { truncate } from '@newline/document/truncate';
import { Button, buttonClass } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Field } from '@newline/ui/components/field';
import { Line } from '@newline/ui/components/line';
import { Form, useNavigation } from 'react-router';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { formatDuration } from '../../shared/format-duration.ts';
import { Link } from '../../shared/link.tsx';
import { useNotePanel } from '../../shared/notes/use-note-panel.tsx';
import { notePath } from './note-path.ts';
import { type NotesChoice, notesQuery } from './notes-choice.ts';
import type { NoteEntry, NoteList } from './notes-documents.ts';
import styles from './notes-page.module.css';

type Props = { list: NoteList; choice: NotesChoice; onChanged: () => void };

/** All notes and highlights of the user, with search, filters and a Markdown file. */
export function NotesPage({ list, choice, onChanged }: Props) {
  const { entries, titles, endCursor, matchesCount, notesCount } = list;
  const isLoading = useNavigation().state === 'loading';
  const { open, element } = useNotePanel({ target: null, onChanged });
  return (
    <main id="content" className="wrap listing" tabIndex={-1}>
      <Line variant="first">
        <div>
          <Link className="link up" to="/library">
            Library
          </Link>
          <div className={styles.top}>
            <h1 className={styles.title}>Notes</h1>
            <p className="meta num">
              <b>{notesCount.toLocaleString('en')}</b> {notesCount === 1 ? 'note or highlight' : 'notes and highlights'}
              <span className="sep">only you can see them</span>
            </p>
          </div>
          {notesCount === 0 ? (
            <EmptyState
              title="No notes yet"
              action={
                <Link className={buttonClass()} to="/library">
                  Go to your library
                </Link>
              }
            >
              Select words in a lesson, a chapter or an article, and choose Highlight or Note. Videos have a button for notes.
            </EmptyState>
          ) : (
            <>
              <Filters key={notesQuery(choice)} choice={choice} titles={titles} />
              <p className={`meta num ${styles.found}`} role="status">
                {isLoading ? 'Loading...' : matchesCount === 1 ? '1 note found' : `${matchesCount.toLocaleString('en')} notes found`}
              </p>
              {entries.length === 0 ? <Nothing choice={choice} /> : <Entries entries={entries} isLoading={isLoading} onEdit={open} />}
              {endCursor !== null && (
                <p className={styles.more}>
                  <Link className="link" to={`/library/notes${notesQuery({ ...choice, after: endCursor })}`}>
                    More notes
                  </Link>
                </p>
              )}
            </>
          )}
          {element}
        </div>
      </Line>
    </main>
  );
}

function Filters({ choice, titles }: { choice: NotesChoice; titles: NoteList['titles'] }) {
  return (
    <Form className={styles.filters} role="search" aria-label="Notes">
      <Field label="Search" type="search" name="q" defaultValue={choice.search} maxLength={noteLimits.search} autoComplete="off" />
      <Field label="Title" control="select" name="title" defaultValue={choice.title}>
        <option value="">All titles</option>
        {titles.map(({ itemId, title, count }) => (
          <option key={itemId} value={itemId}>
            {title} ({count})
          </option>
        ))}
      </Field>
      <Field label="Kind" control="select" name="kind" defaultValue={choice.kind}>
        <option value="">Notes and highlights</option>
        <option value="note">Notes</option>
        <option value="highlight">Highlights</option>
      </Field>
      <Field label="Order" control="select" name="sort" defaultValue={choice.sort}>
        <option value="newest">Newest first</option>
        <option value="reading">By title, as in the text</option>
      </Field>
      <div className={styles.acts}>
        <Button type="submit" variant="line">
          Show
        </Button>
        <a className="link" href={`/library/notes/notes.md${notesQuery({ ...choice, sort: 'newest', after: null })}`} download>
          Download as Markdown
        </a>
      </div>
    </Form>
  );
}

function Nothing({ choice }: { choice: NotesChoice }) {
  const isFiltered = choice.search !== '' || choice.kind !== '' || choice.title !== '';
  return (
    <EmptyState
      title={isFiltered ? 'No matching notes' : 'No more notes'}
      action={
        <Link className="link" to="/library/notes">
          Show all notes
        </Link>
      }
    >
      {isFiltered ? 'Every word of a search must be in the note or in the highlighted words.' : 'You’ve reached the end of the list.'}
    </EmptyState>
  );
}

type EntriesProps = { entries: readonly NoteEntry[]; isLoading: boolean; onEdit: (request: { noteId: string }) => void };

function Entries({ entries, isLoading, onEdit }: EntriesProps) {
  return (
    <div className={styles.list} aria-busy={isLoading || undefined}>
      {groupsOf(entries).map(({ first, notes }) => (
        <section key={first.id} className={styles.group} aria-labelledby={`of-${first.id}`}>
          <h2 id={`of-${first.id}`} className={styles.of}>
            {first.path === null ? (
              <bdi>{nameOf(first)}</bdi>
            ) : (
              <Link to={first.path}>
                <bdi>{nameOf(first)}</bdi>
              </Link>
            )}
            {first.partTitle !== null && (
              <span className="meta" dir="auto">
                {first.itemTitle}
              </span>
            )}
            {first.path === null && <span className="meta">not available to you now</span>}
          </h2>
          <ul>
            {notes.map((entry) => (
              <Entry key={entry.id} entry={entry} onEdit={onEdit} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Entry({ entry, onEdit }: { entry: NoteEntry; onEdit: (request: { noteId: string }) => void }) {
  const { id, quote, second, body, isOrphaned, createdAt } = entry;
  const path = notePath(entry);
  return (
    <li className={styles.entry}>
      {quote !== null && (
        <blockquote className={styles.quote} dir="auto">
          {quote === '' ? 'An image or a diagram' : quote}
        </blockquote>
      )}
      {body !== null && (
        <p className={styles.body} dir="auto">
          {body}
        </p>
      )}
      <p className="meta facts">
        <LocalDate className="num" of={createdAt} look="day" />
        {isOrphaned && <span>These words are no longer in the text</span>}
        {path !== null && (
          <span>
            <Link className="link" to={path}>
              {second === null ? 'Open in the text' : `Watch at ${formatDuration(second)}`}
            </Link>
          </span>
        )}
        <span>
          <button type="button" className="link" onClick={() => onEdit({ noteId: id })}>
            Edit<span className="sr"> {ownNameOf(entry)}</span>
          </button>
        </span>
      </p>
    </li>
  );
}

function nameOf({ itemTitle, partTitle }: NoteEntry): string {
  return partTitle ?? itemTitle;
}

/** Returns 'note on “Words of a text”', which distinguishes the buttons of a list. */
function ownNameOf({ body, quote, second }: NoteEntry): string {
  if (second !== null) return `note at ${formatDuration(second)}`;
  const words = quote === null || quote === '' ? 'an image or a diagram' : `“${truncate(quote, 60)}”`;
  return body === null ? `highlight of ${words}` : `note on ${words}`;
}

/** Groups notes that follow one another and are about the same text. */
function groupsOf(entries: readonly NoteEntry[]): { first: NoteEntry; notes: NoteEntry[] }[] {
  const groups: { first: NoteEntry; notes: NoteEntry[] }[] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    const isSame = last?.first.itemId === entry.itemId && last.first.partTitle === entry.partTitle && last.first.path === entry.path;
    if (last && isSame) last.notes.push(entry);
    else groups.push({ first: entry, notes: [entry] });
  }
  return groups;
}
