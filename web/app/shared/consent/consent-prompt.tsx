import { Button } from '@newline/ui/components/button';
import { Fragment, useState } from 'react';
import { sentenceOf } from '../form/explain-failure.ts';
import { graphql } from '../graphql-document.ts';
import { requestDocument } from '../request-document.ts';
import styles from './consent-prompt.module.css';

/** A page that the user is asked to accept. */
export type PageToAccept = { id: string; title: string; permalink: string; publishedVersion: number | null };

const AcceptPageDocument = graphql(/* GraphQL */ `mutation acceptPage($pageId: UUID!, $version: Int!) {
  acceptPage(input: { pageId: $pageId, version: $version }) { result }
}`);

type Props = {
  pages: readonly PageToAccept[];
  /** Called when all of them were accepted or the user postponed it. */
  onDone: () => void;
};

/**
 * Asks a signed-in user to accept the terms or the privacy policy. They can keep reading without accepting, and are asked again on the next
 * page load.
 */
export function ConsentPrompt({ pages, onDone }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const handleAccept = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      for (const { id, publishedVersion } of pages) {
        // oxlint-disable-next-line no-await-in-loop -- at most two
        if (publishedVersion !== null) await requestDocument(AcceptPageDocument, { pageId: id, version: publishedVersion });
      }
      onDone();
    } catch (error) {
      setFailure(sentenceOf(error));
      setIsBusy(false);
    }
  };
  return (
    <section className={styles.prompt} aria-label="Terms">
      <p>
        Please read and accept the current{' '}
        {pages.map(({ id, title, permalink }, at) => (
          <Fragment key={id}>
            {at > 0 && <span> and </span>}
            <a className="link" href={permalink} target="_blank" rel="noopener" dir="auto">
              {title}
            </a>
          </Fragment>
        ))}
        <span>.</span>
      </p>
      {failure !== null && <p role="alert">{failure}</p>}
      <p className={styles.acts}>
        <Button size="small" isBusy={isBusy} onClick={() => void handleAccept()}>
          Accept
        </Button>
        <Button variant="bare" size="small" onClick={onDone}>
          Not now
        </Button>
      </p>
    </section>
  );
}
