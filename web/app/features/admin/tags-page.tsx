import { Badge } from '@newline/ui/components/badge';
import { buttonClass } from '@newline/ui/components/button';
import { inputClass } from '@newline/ui/components/field';
import { IconButton } from '@newline/ui/components/icon-button';
import { ArrowDown, ArrowUp } from 'lucide';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { TechnologyIcon } from '../../shared/library/technology-icon.tsx';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { ListPage } from './list-page.tsx';
import { DeleteTagDocument, MoveCategoryDocument, type TagListRow } from './tag-list-documents.ts';
import { useActions } from './use-actions.ts';

type Props = {
  tags: readonly TagListRow[];
  search: string | null;
  kind: 'categories' | 'technologies' | null;
  page: number;
  hasMore: boolean;
};

/** The tags that authors choose from: categories, which are the tabs of the catalog, and technologies. */
export function TagsPage({ tags, search, kind, page, hasMore }: Props) {
  const { busy, failure, perform } = useActions();
  // A category is moved among all of them, so only when all of them are shown.
  const categories = search === null && page === 1 ? tags.filter(({ isCategory }) => isCategory) : [];
  const move = (tag: TagListRow, position: number) =>
    void perform(tag.id, () => requestDocument(MoveCategoryDocument, { id: tag.id, position }), 'Moved.');
  const to = (target: number) =>
    `/admin/tags?${new URLSearchParams({ ...(search !== null && { q: search }), ...(kind !== null && { kind }), page: String(target) })}`;
  return (
    <>
      <ListPage
        title="Tags"
        lead="Authors choose from these in the studio. Categories are the tabs of the catalog; technologies describe what a title is about."
        failure={failure}
        above={
          <p className="acts">
            <Link className={buttonClass()} to="/admin/tags/new">
              Create tag
            </Link>
          </p>
        }
        label="Tags"
        applied={[search, kind]}
        filters={
          <>
            <label className={styles['wide']}>
              Name
              <input dir="auto" className={inputClass} type="search" name="q" defaultValue={search ?? ''} />
            </label>
            <label>
              Kind
              <select className={inputClass} name="kind" defaultValue={kind ?? ''}>
                <option value="">All</option>
                <option value="categories">Categories</option>
                <option value="technologies">Technologies</option>
              </select>
            </label>
          </>
        }
        rows={tags.map((tag) => {
          const at = categories.indexOf(tag);
          return (
            <li key={tag.id}>
              <p className={styles['head']}>
                <TechnologyIcon icon={tag.icon} color={tag.color} className={styles['tagIcon']} />
                <b dir="auto">{tag.name}</b>
                {tag.isCategory && <Badge look="line">Category</Badge>}
                {tag.color !== null && <span className={styles['dot']} style={{ background: tag.color }} title={tag.color} />}
              </p>
              <p className={styles['facts']}>
                <span>{tag.slug}</span>
                <span className="num">{tag.numUses === 1 ? '1 title' : `${tag.numUses.toLocaleString('en')} titles`}</span>
              </p>
              <div className={styles['acts']}>
                <Link
                  className={buttonClass({ variant: 'line', size: 'small' })}
                  to={`/admin/tags/${tag.id}`}
                  aria-label={`Edit ${tag.name}`}
                >
                  Edit
                </Link>
                {tag.numUses === 0 && (
                  <ConfirmButton
                    action="Delete"
                    object={tag.name}
                    consequence="No titles have this tag. You can create it again."
                    isBusy={busy === tag.id}
                    onConfirm={() => perform(tag.id, () => requestDocument(DeleteTagDocument, { id: tag.id }), 'Deleted.')}
                  />
                )}
                {at >= 0 && (
                  <>
                    <IconButton
                      size="small"
                      icon={ArrowUp}
                      label={`Move ${tag.name} up`}
                      disabled={at === 0}
                      onClick={() => move(tag, at)}
                    />
                    <IconButton
                      size="small"
                      icon={ArrowDown}
                      label={`Move ${tag.name} down`}
                      disabled={at === categories.length - 1}
                      onClick={() => move(tag, at + 2)}
                    />
                  </>
                )}
              </div>
            </li>
          );
        })}
        none="No matching tags."
        empty={{ title: 'No tags yet', text: 'Tags that you create will appear here.' }}
        last={null}
      />
      {(page > 1 || hasMore) && (
        <nav className={`acts ${styles['more']}`} aria-label="Pages">
          {page > 1 && (
            <Link className="link" to={to(page - 1)}>
              Previous
            </Link>
          )}
          {hasMore && (
            <Link className="link" to={to(page + 1)}>
              Next
            </Link>
          )}
        </nav>
      )}
    </>
  );
}
