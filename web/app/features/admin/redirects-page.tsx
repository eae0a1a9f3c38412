import { Button } from '@newline/ui/components/button';
import { Field, inputClass } from '@newline/ui/components/field';
import { useRef, useState } from 'react';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { explainFields } from '../../shared/form/explain-fields.ts';
import { formText } from '../../shared/form/form-text.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { requestDocument } from '../../shared/request-document.ts';
import styles from './admin.module.css';
import { Instant } from './instant.tsx';
import { ListPage } from './list-page.tsx';
import { readRedirects } from './read-redirects.ts';
import { DeleteRedirectDocument, type RedirectRow, SaveRedirectsDocument } from './redirect-documents.ts';
import { type RunAction, useActions } from './use-actions.ts';

type Props = { redirects: readonly RedirectRow[]; last: string | null; search: string | null };

/** The page for redirects from paths of a previous site. */
export function RedirectsPage({ redirects, last, search }: Props) {
  const { busy, failure, perform } = useActions();
  return (
    <ListPage
      title="Redirects"
      lead="Send visitors of your old site to the right page. When the URL of a title or an article changes here, the old one redirects automatically."
      failure={failure}
      above={<RedirectForm isBusy={busy === 'save'} perform={perform} />}
      label="Redirects"
      applied={[search]}
      filters={
        <label className={styles['wide']}>
          Part of a URL
          <input dir="auto" className={inputClass} type="search" name="q" defaultValue={search ?? ''} />
        </label>
      }
      rows={redirects.map(({ id, fromPath, toUrl, status, createdAt }) => (
        <li key={id}>
          <p className={styles['head']}>
            <b>{fromPath}</b>
            <span className="meta">to</span>
            <a className="link" href={toUrl}>
              {toUrl}
            </a>
          </p>
          <p className={styles['facts']}>
            <span className="num">{status}</span>
            <span>
              since <Instant of={createdAt} />
            </span>
          </p>
          <div className={styles['acts']}>
            <ConfirmButton
              action="Delete"
              object={`the redirect of ${fromPath}`}
              consequence="Links to the old URL will stop working. You can add it again."
              isBusy={busy === id}
              onConfirm={() => perform(id, () => requestDocument(DeleteRedirectDocument, { id }), 'Deleted.')}
            />
          </div>
        </li>
      ))}
      none="No matching redirects."
      empty={{ title: 'No redirects yet', text: 'Redirects that you add will appear here.' }}
      last={last}
    />
  );
}

const explain = explainFields(['entries']);

function RedirectForm({ isBusy, perform }: { isBusy: boolean; perform: RunAction }) {
  const [text, setText] = useState('');
  const { faults, failure, run, refuse, forget } = useForm(explain);
  const area = useRef<HTMLTextAreaElement>(null);
  const save = async (status: number, allowsOtherSites: boolean) => {
    const { entries, line } = readRedirects(text, status);
    if (line !== null || entries.length === 0) {
      refuse({
        entries: line === null ? 'Enter at least one redirect.' : `Line ${line}: expected an old path and a new one, such as /old /new.`,
      });
      area.current?.focus();
      return;
    }
    const isTaken = await run(async () => {
      await requestDocument(SaveRedirectsDocument, { entries, allowsOtherSites });
    });
    if (!isTaken) return;
    setText('');
    await perform(
      'save',
      () => Promise.resolve(),
      entries.length === 1 ? 'Added 1 redirect.' : `Added ${entries.length.toLocaleString('en')} redirects.`,
    );
  };
  return (
    <form
      className={styles['form']}
      method="post"
      aria-label="Add redirects"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const values = new FormData(event.currentTarget);
        void save(Number(formText(values, 'status')), values.get('others') === 'on');
      }}
    >
      <Field
        ref={area}
        control="textarea"
        label="Redirects"
        rows={4}
        value={text}
        error={faults['entries'] ?? failure}
        spellCheck={false}
        placeholder="/blog/my-post /articles/my-post"
        hint="One per line: the old path or URL, a space, and the new one."
        onChange={(event) => {
          forget();
          setText(event.currentTarget.value);
        }}
      />
      <div className={styles['pair']}>
        <Field control="select" label="Kind" name="status" defaultValue="301">
          <option value="301">Moved permanently (301)</option>
          <option value="308">Moved permanently, including forms (308)</option>
        </Field>
      </div>
      <label className={styles['check']}>
        <input type="checkbox" name="others" /> Allow other websites as the new URL
      </label>
      <div>
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Adding…' : 'Add redirects'}
        </Button>
      </div>
    </form>
  );
}
