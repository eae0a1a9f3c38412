import { Portrait } from '@newline/ui/components/portrait';
import { Suspense } from 'react';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { Link } from '../../shared/link.tsx';
import { BookDownload } from './book-download.tsx';
import { ItemCertificate } from './item-certificate.tsx';
import type { OwnItem } from './item-documents.ts';
import type { ItemFacts } from './item-facts.ts';
import { WorkLine } from '../../shared/work-line.tsx';
import styles from './item-page.module.css';

// Only readers with access need it.
const KeepOffline = lazyComponent(() => import('../../shared/offline/keep-offline.tsx').then((module) => module.KeepOffline));

/** Shown next to the syllabus: authors, contents, downloads and further reading. */
export function ItemSide({ item, own, isPreview }: { item: ItemFacts; own: OwnItem | null; isPreview: boolean }) {
  const authors = item.authors.filter(({ contribution }) => contribution === 'AUTHOR');
  const editors = item.authors.filter(({ contribution }) => contribution !== 'AUTHOR');
  return (
    <aside className={styles.side} aria-label={`About this ${item.kind}`}>
      {authors.length > 0 && (
        <div className={styles.people}>
          <h3>{item.kind === 'book' ? 'Written by' : 'Taught by'}</h3>
          {authors.map((author) => (
            <div key={author.id} className={styles.author}>
              <Person person={author} />
              {author.biography && <p dir="auto">{author.biography}</p>}
            </div>
          ))}
        </div>
      )}
      {editors.length > 0 && (
        <div className={styles.people}>
          <h3>Edited by</h3>
          {editors.map((editor) => (
            <Person key={editor.id} person={editor} />
          ))}
        </div>
      )}
      {item.pricingFeatures.length > 0 && (
        <div>
          <h3>Included</h3>
          <ul className={`rows ${styles.included}`}>
            {item.pricingFeatures.map((feature) => (
              <li key={feature} className="row">
                <bdi>{feature}</bdi>
              </li>
            ))}
          </ul>
        </div>
      )}
      {item.certificate && <ItemCertificate item={item} rules={item.certificate} />}
      <Downloads item={item} own={own} />
      {!isPreview && own?.progress && own.progress.openLessonIds.length > 0 && (
        <Suspense>
          <KeepOffline id={item.id} kind={item.kind} />
        </Suspense>
      )}
      {own?.repositoryPass && item.assetsUrl !== null && (
        <div>
          <h3>Source code</h3>
          <p className={styles.source}>
            <a
              className="link"
              href={`${item.assetsUrl.replace(/\/+$/u, '')}${item.permalink}${own.repositoryPass}`}
              rel="noopener noreferrer nofollow"
            >
              Get the code of this {item.kind}
            </a>
          </p>
        </div>
      )}
      {item.resources.length > 0 && (
        <div>
          <h3>Further reading</h3>
          <ul className={`rows ${styles.included}`}>
            {item.resources.map(({ title, url }) => (
              <li key={url} className="row">
                <a className="link" href={url} rel="noopener noreferrer nofollow">
                  <bdi>{title}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </aside>
  );
}

/** The downloads of a book: the whole file for readers with access, otherwise its free part. */
function Downloads({ item, own }: { item: ItemFacts; own: OwnItem | null }) {
  const lines = item.sections.flatMap((section) => section.lines);
  if (item.kind !== 'book' || lines.length === 0) return null;
  const isOpen = lines.every(({ id, isOpen }) => own?.progress?.openLessonIds.includes(id) ?? isOpen);
  return (
    <div>
      <h3>Download</h3>
      <ul className={`rows ${styles.included}`}>
        {(item.hasPdf ? (['epub', 'pdf'] as const) : (['epub'] as const)).map((format) => (
          <li key={format} className="row">
            <BookDownload slug={item.slug} format={format} isPart={!isOpen} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Person({ person: user }: { person: ItemFacts['authors'][number] }) {
  return (
    <Link className={styles.by} to={`/@${user.username}`} prefetch="intent">
      <Portrait name={user.displayName} imageUrl={user.profileImageUrl} size={64} />
      <span>
        <b dir="auto">{user.displayName}</b>
        <small>
          <WorkLine title={user.employmentTitle} employer={user.employerName} />
        </small>
      </span>
    </Link>
  );
}
