import { Line } from '@newline/ui/components/line';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Link } from '../../shared/link.tsx';
import type { OwnItem } from './import-export-documents.ts';
import { ImportPart } from './import-part.tsx';
import styles from './studio-import-export.module.css';

type Props = { isAuthor: boolean; myCourses: { nodes: OwnItem[] }; myBooks: { nodes: OwnItem[] } };

/** Imports courses and books from an archive of Markdown files, and exports them. */
export function ImportExportPage({ isAuthor, myCourses, myBooks }: Props) {
  const items = [...myCourses.nodes, ...myBooks.nodes];
  return (
    <main id="content" className="wrap listing" tabIndex={-1}>
      <Line variant="first">
        <div className={styles['page']}>
          <header>
            <Link className="link up" to="/studio">
              Studio
            </Link>
            <h1>Import and export</h1>
            <p className="lede">Export a course or book as a ZIP archive of Markdown and images, or import one.</p>
          </header>
          {isAuthor || items.length > 0 ? <ImportPart items={items} isAuthor={isAuthor} /> : null}
          <section aria-labelledby="take-out">
            <h2 id="take-out">Export</h2>
            {items.length === 0 ? (
              <EmptyState level={3} title="Nothing to export yet">
                Courses and books you write can be exported here.
              </EmptyState>
            ) : (
              <ul className="rows">
                {items.map(({ id, title, permalink }) => (
                  <li key={id} className={`row ${styles['item']}`}>
                    <span dir="auto">{title}</span>
                    <a
                      className="link"
                      href={`/api/import-export?of=${encodeURIComponent(permalink)}`}
                      download
                      aria-label={`Download ${title}`}
                    >
                      Download
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </section>
        </div>
      </Line>
    </main>
  );
}
