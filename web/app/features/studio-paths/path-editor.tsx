import { Badge } from '@newline/ui/components/badge';
import { Button, buttonClass } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Line } from '@newline/ui/components/line';
import { useNavigate, useRevalidator } from 'react-router';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { explainFailure } from '../../shared/form/explain-failure.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { expectValue } from '../../shared/graphql-document.ts';
import { Link } from '../../shared/link.tsx';
import { pathOf } from '../../shared/paths/path-card.ts';
import { requestDocument } from '../../shared/request-document.ts';
import type { LoadedPath } from './load-studio-path.server.ts';
import { PathDetails } from './path-details.tsx';
import { StepList } from './step-list.tsx';
import { DeletePathDocument, PublishPathDocument, UnpublishPathDocument } from './studio-path-documents.ts';
import { usePathChanges } from './use-path-changes.ts';
import { useSteps } from './use-steps.ts';
import styles from './studio-paths.module.css';

/** A learning path in the studio: its steps and details, and whether it's published. */
export function PathEditor({ path }: { path: LoadedPath }) {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const change = usePathChanges(path.version);
  const steps = useSteps({ id: path.id, loaded: path.steps, change, reload: revalidate });
  const sending = useForm(explainFailure);
  const { id, title, isPublished } = path;
  const setPublished = (isOut: boolean) =>
    sending.run(async () => {
      await change(async () => {
        const answer = isOut
          ? (await requestDocument(PublishPathDocument, { id })).publishLearningPath
          : (await requestDocument(UnpublishPathDocument, { id })).unpublishLearningPath;
        return expectValue(answer?.learningPath).version;
      });
      await revalidate();
    });
  return (
    <main id="content" className="wrap listing" tabIndex={-1}>
      <Line variant="first">
        <div>
          <Link className="link up" to="/studio/paths">
            Learning paths
          </Link>
          <header className={styles['head']}>
            <h1 dir="auto">{title}</h1>
            <div className={styles['headActs']}>
              <Link className={buttonClass({ variant: 'line' })} to={pathOf(path.slug)}>
                {isPublished ? 'View page' : 'Preview'}
              </Link>
              {isPublished ? (
                <ConfirmButton
                  size="normal"
                  action="Unpublish"
                  object={`“${title}”`}
                  consequence="It becomes a draft that only you and administrators can see. You can publish it again."
                  isBusy={sending.isBusy}
                  onConfirm={() => setPublished(false)}
                />
              ) : (
                <Button isBusy={sending.isBusy} onClick={() => void setPublished(true)}>
                  {sending.isBusy ? 'Publishing…' : 'Publish'}
                </Button>
              )}
              <ConfirmButton
                size="normal"
                variant="bare"
                action="Delete"
                object={`“${title}”`}
                consequence="This also deletes its steps and its page. Learners keep what they’ve completed. You can’t undo this."
                onConfirm={() =>
                  sending.run(async () => {
                    await requestDocument(DeletePathDocument, { id });
                    await navigate('/studio/paths');
                  })
                }
              />
            </div>
          </header>
          <p className={`meta facts ${styles['facts']}`}>
            <span>
              <Badge look={isPublished ? 'solid' : 'quiet'}>{isPublished ? 'Published' : 'Draft'}</Badge>
            </span>
            <span>{pathOf(path.slug)}</span>
            {path.user !== null && (
              <span>
                by <bdi>{path.user.displayName}</bdi>
              </span>
            )}
          </p>
          {sending.failure !== null && <ErrorNote>{sending.failure}</ErrorNote>}
          <div className={styles['body']}>
            <StepList changes={steps} />
            <PathDetails path={path} change={change} reload={revalidate} />
          </div>
        </div>
      </Line>
    </main>
  );
}
