import { pageLimits } from '@newline/api/rules/limits/page';
import { cutText } from '@newline/document/truncate';
import { Button } from '@newline/ui/components/button';
import { Field } from '@newline/ui/components/field';
import { useState } from 'react';
import styles from './admin.module.css';

type Props = { isBusy: boolean; onCreate: (title: string, slug: string) => Promise<boolean> };

/** The form for another page: its title, and its URL, which is derived from the title until it's changed. */
export function NewPageForm({ isBusy, onCreate }: Props) {
  const [title, setTitle] = useState('');
  const [ownSlug, setOwnSlug] = useState<string | null>(null);
  const slug = ownSlug ?? slugOf(title);
  return (
    <form
      className={styles['form']}
      method="post"
      aria-label="Another page"
      onSubmit={(event) => {
        event.preventDefault();
        void onCreate(title.trim(), slug);
      }}
    >
      <div className={styles['pair']}>
        <Field label="Title" value={title} maxLength={pageLimits.title} required onChange={(event) => setTitle(event.target.value)} />
        <Field
          label="URL"
          aside="can’t be changed later"
          value={slug}
          maxLength={pageLimits.slug}
          required
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          hint={`The page will be at /pages/${slug || '…'}`}
          onChange={(event) => setOwnSlug(event.target.value)}
        />
      </div>
      <div>
        <Button type="submit" variant="line" isBusy={isBusy}>
          Create page
        </Button>
      </div>
    </form>
  );
}

/** Returns the slug derived from a title: 'Code of Conduct' is `code-of-conduct`. */
function slugOf(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return cutText(plain.replace(/[^a-z0-9]+/gu, '-'), pageLimits.slug).replace(/^-|-$/gu, '');
}
