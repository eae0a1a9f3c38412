import { Badge } from '@newline/ui/components/badge';
import { buttonClass } from '@newline/ui/components/button';
import { EmptyState } from '@newline/ui/components/empty-state';
import { Line } from '@newline/ui/components/line';
import { Cover } from '../../shared/catalog/cover.tsx';
import { LocalDate } from '../../shared/dates/local-date.tsx';
import { Link } from '../../shared/link.tsx';
import { stepsText } from '../../shared/paths/path-card.ts';
import { SafeImage } from '../../shared/safe-image.tsx';
import { WorkLine } from '../../shared/work-line.tsx';
import type { PathFacts } from './path-facts.ts';
import { PathSteps } from './path-steps.tsx';
import { type OwnPathState, usePathProgress } from './use-path-progress.ts';
import styles from './path-page.module.css';

/** The page of a learning path: what it is for, its steps in order, and how far the reader is. */
export function PathPage({ path }: { path: PathFacts }) {
  const own = usePathProgress(path);
  return (
    <main id="content" className="listing" tabIndex={-1}>
      <div className="wrap">
        <Line variant="flush">
          <div>
            <Hero path={path} own={own} />
          </div>
        </Line>
      </div>
      <section className="wrap" aria-labelledby="steps">
        <Line
          number={1}
          head={
            <>
              <h2 id="steps">Step by step</h2>
              {path.steps.length > 0 && (
                <span className="meta num">
                  {stepsText(path.steps.length)}
                  {path.length !== null && <span className="sep">{path.length}</span>}
                </span>
              )}
            </>
          }
        >
          <div>
            {path.steps.length === 0 ? (
              <EmptyState level={3} title="No steps yet">
                The steps of this learning path aren’t available right now.
              </EmptyState>
            ) : (
              <PathSteps steps={path.steps} own={own} />
            )}
          </div>
        </Line>
      </section>
      {path.paragraphs.length > 0 && (
        <section className="wrap" aria-labelledby="about">
          <Line number={2} variant="next" head={<h2 id="about">About this path</h2>}>
            <div className={styles.about}>
              {path.paragraphs.map((text) => (
                <p key={text} dir="auto">
                  {text}
                </p>
              ))}
            </div>
          </Line>
        </section>
      )}
    </main>
  );
}

function Hero({ path, own }: { path: PathFacts; own: OwnPathState }) {
  return (
    <div className={styles.hero}>
      <div>
        <Link className="link up" to="/paths">
          Learning paths
        </Link>
        <p className="meta facts">
          {path.isDraft && (
            <span>
              <Badge>Draft: hidden from readers</Badge>
            </span>
          )}
          <span>Learning path</span>
          {path.publishedAt !== null && <LocalDate className="num" of={path.publishedAt} look="day" />}
        </p>
        <h1 dir="auto">{path.title}</h1>
        {path.summary !== null && (
          <p className="lead" dir="auto">
            {path.summary}
          </p>
        )}
        {path.author !== null && <Byline author={path.author} />}
        <Next path={path} own={own} />
      </div>
      <div className={styles.image}>
        <Cover title={path.title} kind="course" topic={path.topic} imageUrl={null} isEarly />
      </div>
    </div>
  );
}

function Byline({ author }: { author: NonNullable<PathFacts['author']> }) {
  return (
    <Link className={styles.by} to={`/@${author.username}`} prefetch="intent">
      <SafeImage
        className={styles.face}
        src={author.profileImageUrl ?? `/portraits/${encodeURIComponent(author.displayName)}`}
        alt=""
        width={40}
        height={40}
      />
      <span>
        <b dir="auto">{author.displayName}</b>
        <small>
          <WorkLine title={author.employmentTitle} employer={author.employerName} />
        </small>
      </span>
    </Link>
  );
}

/** Where to start or continue, and how much of the path is done. */
function Next({ path, own }: { path: PathFacts; own: OwnPathState }) {
  const { progress, isMember, isKnown } = own;
  const next = path.steps.find(({ id }) => id === progress?.nextStepId) ?? null;
  const first = path.steps.find(({ isComingSoon }) => !isComingSoon) ?? null;
  const step = progress === null ? first : next;
  const isDone = progress !== null && progress.totalCount > 0 && progress.doneCount === progress.totalCount;
  return (
    <>
      <p className={`acts ${styles.acts}`}>
        {step !== null && (
          <Link className={isMember && !isKnown ? `${buttonClass()} ${styles.waiting}` : buttonClass()} to={step.path}>
            {/* One element, because a button lays out its parts in a row. */}
            <span>
              {progress?.isBegun ? 'Continue with' : 'Start with'} <bdi>{step.title}</bdi>
            </span>
          </Link>
        )}
        {isDone && <b>You’ve completed this learning path.</b>}
      </p>
      {progress !== null && progress.totalCount > 0 && (
        <div className={styles.total}>
          <progress value={progress.percent} max={100} aria-label="Progress across this learning path" />
          <span className="meta num">
            {`${progress.percent}% done, ${progress.doneCount.toLocaleString('en')} of ${stepsText(progress.totalCount)}`}
          </span>
        </div>
      )}
    </>
  );
}
