import { isUsualPage, pagePath, usualPages, type UsualPage } from '@newline/api/rules/site/page-path';
import { Badge } from '@newline/ui/components/badge';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { IconButton } from '@newline/ui/components/icon-button';
import { ArrowDown, ArrowUp } from 'lucide';
import { useNavigate } from 'react-router';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { Link } from '../../shared/link.tsx';
import { expectValue } from '../../shared/graphql-document.ts';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { NewPageForm } from './new-page-form.tsx';
import { CreatePageDocument, DeletePageDocument, type PageRow } from './pages-documents.ts';
import { type RunAction, useActions } from './use-actions.ts';
import { type ArrangeFooter, footerAction, useFooterOrder } from './use-footer-order.ts';

const usualTitles: Readonly<Record<UsualPage, string>> = {
  terms: 'Terms',
  privacy: 'Privacy Policy',
  imprint: 'Imprint',
  refunds: 'Refunds',
  about: 'About',
  help: 'Help',
};

const purposes: Readonly<Record<UsualPage, string>> = {
  terms: 'Users accept them when they create an account. Linked at checkout.',
  privacy: 'Users accept it when they create an account.',
  imprint: 'Who runs the site. Required in some countries, such as Germany and Austria.',
  refunds: 'When customers get their money back. Linked at checkout.',
  about: 'Who you are and what you teach.',
  help: 'Answers to frequent questions, and how to reach you.',
};

/** The list of site pages with their state and position in the footer, and of suggested pages. */
export function PagesPage({ pages }: { pages: readonly PageRow[] }) {
  const { busy, failure, perform } = useActions();
  const navigate = useNavigate();
  const inFooter = pages.filter(({ footerOrder }) => footerOrder !== null).toSorted((a, b) => (a.footerOrder ?? 0) - (b.footerOrder ?? 0));
  const others = pages.filter(({ footerOrder }) => footerOrder === null);
  const [footer, arrange] = useFooterOrder(
    inFooter.map(({ id }) => id),
    perform,
  );
  const missing = usualPages.filter((slug) => pages.every((page) => page.slug !== slug));

  const create = async (input: { slug: string; title: string; bodyMarkdown: string | null }) => {
    const { createPage } = await requestDocument(CreatePageDocument, input);
    await navigate(`/admin/pages/${expectValue(createPage?.page).id}`);
  };
  const begin = (slug: UsualPage) =>
    void perform(
      slug,
      async () => {
        const { starterTextOf } = await import('./starter-texts.ts');
        await create({ slug, title: usualTitles[slug], bodyMarkdown: starterTextOf(slug) });
      },
      'Draft created.',
    );
  return (
    <>
      <h1>Pages</h1>
      <p className={`lead ${styles['lead']}`}>
        Terms, privacy and other pages of your site. Published ones are linked in the footer, in this order.
      </p>
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      {pages.length > 0 && (
        <ul className={styles['list']} aria-label="Pages">
          {[...inFooter, ...others].map((page) => (
            <li key={page.id}>
              <Row page={page} footer={footer} busy={busy === footerAction ? null : busy} arrange={arrange} perform={perform} />
            </li>
          ))}
        </ul>
      )}
      {missing.length > 0 && (
        <>
          <h2>{pages.length === 0 ? 'Suggested pages' : 'More suggested pages'}</h2>
          <p className={styles['lead']}>Each starts as a template that shows what to fill in. It stays a draft until you publish it.</p>
          <ul className={styles['list']} aria-label="Suggested pages">
            {missing.map((slug) => (
              <li key={slug}>
                <p className={styles['head']}>
                  <b>{usualTitles[slug]}</b>
                  <span className="meta">{pagePath(slug)}</span>
                </p>
                <p className={styles['words']}>{purposes[slug]}</p>
                <p className={styles['acts']}>
                  <Button
                    variant="line"
                    size="small"
                    isBusy={busy === slug}
                    aria-label={`Write ${usualTitles[slug]}`}
                    onClick={() => begin(slug)}
                  >
                    Write
                  </Button>
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      <h2>Another page</h2>
      <NewPageForm
        isBusy={busy === 'new'}
        onCreate={(title, slug) => perform('new', () => create({ title, slug, bodyMarkdown: null }), 'Draft created.')}
      />
    </>
  );
}

/** `busy` is the action that is running, except for a change of the footer, which others can follow immediately. */
type RowProps = { page: PageRow; footer: readonly string[]; busy: string | null; arrange: ArrangeFooter; perform: RunAction };

function Row({ page, footer, busy, arrange, perform }: RowProps) {
  const { id, slug, permalink, publishedAt, publishedVersion, latestRevision } = page;
  const title = latestRevision?.title ?? page.title;
  const at = footer.indexOf(id);
  const moveTo = (to: number) => arrange((ids) => ids.filter((one) => one !== id).toSpliced(to, 0, id));
  return (
    <>
      <p className={styles['head']}>
        <Link className="link" to={`/admin/pages/${id}`}>
          <b dir="auto">{title}</b>
        </Link>
        {publishedAt === null ? (
          <Badge look="line">Draft</Badge>
        ) : (
          <>
            <Badge>Published</Badge>
            {latestRevision !== null && latestRevision.version !== publishedVersion && <Badge look="line">Unpublished changes</Badge>}
          </>
        )}
        <span className="meta">{publishedAt === null ? permalink : <Link to={permalink}>{permalink}</Link>}</span>
      </p>
      <div className={styles['acts']}>
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={at >= 0}
            disabled={busy !== null}
            onChange={({ target: { checked } }) =>
              arrange((ids) => {
                if (!checked) return ids.filter((one) => one !== id);
                return ids.includes(id) ? ids : [...ids, id];
              })
            }
          />{' '}
          In the footer
        </label>
        {at >= 0 && (
          <>
            <IconButton
              icon={ArrowUp}
              size="small"
              label={`Move ${title} up`}
              disabled={at === 0 || busy !== null}
              onClick={() => moveTo(at - 1)}
            />
            <IconButton
              icon={ArrowDown}
              size="small"
              label={`Move ${title} down`}
              disabled={at === footer.length - 1 || busy !== null}
              onClick={() => moveTo(at + 1)}
            />
          </>
        )}
        {publishedAt === null && (
          <ConfirmButton
            action="Delete"
            object={`“${title}”`}
            variant="bare"
            consequence={
              isUsualPage(slug)
                ? 'This deletes the draft and its history. You can start again with the template.'
                : 'This deletes the draft and its history. You can’t undo this.'
            }
            isBusy={busy === `delete ${id}`}
            onConfirm={() => perform(`delete ${id}`, () => requestDocument(DeletePageDocument, { id }), 'Deleted.')}
          />
        )}
      </div>
    </>
  );
}
