import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { inputClass } from '@newline/ui/components/field';
import { useEffect, useId, useState } from 'react';
import type { ChosenTitle } from '../../shared/page-content/standard-home.ts';
import { requestDocument } from '../../shared/request-document.ts';
import { type Hit, SearchDocument } from '../../shared/search/search-document.ts';
import { EntryList } from './entry-list.tsx';
import { TitleByPathDocument } from './page-editor-documents.ts';
import styles from './page-editor.module.css';

type Props = {
  titles: readonly ChosenTitle[];
  isFilled: boolean;
  most: number;
  onChange: (part: { titles?: readonly ChosenTitle[]; isFilled?: boolean }) => void;
};

const searchDelayMs = 200;

/** The field for a section's titles: found by search, in a chosen order, alone or followed by the newest ones. */
export function TitleChoice({ titles, isFilled, most, onChange }: Props) {
  const [search, setSearch] = useState('');
  const [hits, setHits] = useState<readonly Hit[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const id = useId();
  useEffect(() => {
    const words = search.trim();
    if (words === '') {
      setHits(null);
      return undefined;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      requestDocument(SearchDocument, { words, kinds: ['COURSE', 'BOOK'], atMost: 8, isTyping: true }, { signal: controller.signal })
        .then(({ search: hits }) => setHits(hits?.nodes ?? []))
        .catch(() => !controller.signal.aborted && setFailure('We couldn’t search the titles. Try again.'));
    }, searchDelayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [search]);

  const choose = async ({ path }: Hit) => {
    setFailure(null);
    try {
      const { permalinkByPath } = await requestDocument(TitleByPathDocument, { path });
      const course = permalinkByPath?.course;
      const item = course ?? permalinkByPath?.book;
      if (!item) throw new Error(`TitleChoice: expected a title at ${path}`);
      const kind = course ? 'course' : 'book';
      setSearch('');
      if (!titles.some((title) => title.kind === kind && title.slug === item.slug))
        onChange({ titles: [...titles, { kind, slug: item.slug, title: item.title }] });
    } catch {
      setFailure('We couldn’t add this title. Try again.');
    }
  };
  return (
    <EntryList
      legend="Titles"
      hint={titles.length === 0 ? 'The newest titles, unless you choose some.' : 'In this order.'}
      one="title"
      fields={[]}
      most={most}
      rows={titles}
      renderRow={({ title, kind }) => (
        <p>
          <b dir="auto">{title}</b> <span className="meta">{kind === 'book' ? 'Book' : 'Course'}</span>
        </p>
      )}
      onChange={(next) => onChange({ titles: next as unknown as readonly ChosenTitle[] })}
    >
      {titles.length < most && (
        <div className={styles['search']}>
          <label htmlFor={id}>Add a title</label>
          <input
            id={id}
            className={inputClass}
            type="search"
            dir="auto"
            placeholder="Search courses and books"
            value={search}
            onChange={({ currentTarget: { value } }) => setSearch(value)}
          />
          {hits !== null && (
            <ul aria-label="Titles found">
              {hits.length === 0 && <li className="meta">No titles found. Only published ones can be chosen.</li>}
              {hits.map((hit) => (
                <li key={hit.path}>
                  <Button variant="bare" size="small" onClick={() => void choose(hit)}>
                    <bdi>{hit.title}</bdi> <span className="meta">{hit.kind === 'BOOK' ? 'Book' : 'Course'}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      {titles.length > 0 && (
        <label className={styles['check']}>
          <input type="checkbox" checked={isFilled} onChange={({ currentTarget: { checked } }) => onChange({ isFilled: checked })} />
          Fill the rest with the newest titles
        </label>
      )}
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
    </EntryList>
  );
}
