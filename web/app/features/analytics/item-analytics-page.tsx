import { Line } from '@newline/ui/components/line';
import { Link } from '../../shared/link.tsx';
import { DropOffChart } from './drop-off-chart.tsx';
import type { ItemAnalytics, VideoAnalytics } from './analytics-documents.ts';
import { LessonChart } from './lesson-chart.tsx';
import type { Period } from './period.ts';
import { PeriodLinks } from './period-links.tsx';
import styles from './analytics.module.css';

type Props = {
  kind: 'courses' | 'books';
  id: string;
  analytics: ItemAnalytics;
  /** The video of the selected lesson; null without videos. */
  video: VideoAnalytics | null;
  period: Period;
};

/** The analytics of one course or book: counts only, never names. */
export function ItemAnalyticsPage({ kind, id, analytics, video, period }: Props) {
  const path = `/studio/analytics/${kind}/${id}`;
  const per = period.days === null ? 'over all time' : `in the last ${period.days} days`;
  const videos = analytics.lessons.filter(({ videoSeconds }) => videoSeconds !== null);
  const chosen = videos.find(({ lessonId }) => lessonId === video?.lessonId);
  const rest: Record<string, string> = chosen ? { lesson: chosen.slug } : {};
  const ratings = analytics.ratingCounts.reduce((sum, count) => sum + count, 0);
  const facts = [
    {
      label: 'Enrolled',
      value: analytics.enrolledCount.toLocaleString('en'),
      more: `${analytics.enrolledInAllCount.toLocaleString('en')} in total`,
    },
    { label: 'Active', value: analytics.activeCount.toLocaleString('en'), more: 'watched, read or completed a lesson' },
    { label: 'Finished', value: analytics.finishedCount.toLocaleString('en'), more: 'completed every lesson' },
    {
      label: 'Rating',
      value: analytics.ratingAverage === null ? 'none' : analytics.ratingAverage.toFixed(1),
      more: `${ratings.toLocaleString('en')} given`,
    },
    { label: 'Open questions', value: analytics.openQuestionsCount.toLocaleString('en'), more: 'waiting for an answer' },
  ];
  return (
    <main id="content" className="wrap listing" tabIndex={-1}>
      <Line variant="first">
        <div>
          <Link className="link up" to="/studio/analytics">
            Analytics
          </Link>
          <h1 className={styles.title} dir="auto">
            {analytics.title}
          </h1>
          <PeriodLinks path={path} period={period} rest={rest} />
          <dl className={styles.facts}>
            {facts.map(({ label, value, more }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <span className={styles.big}>{value}</span> <span className="meta">{more}</span>
                </dd>
              </div>
            ))}
          </dl>
          <p>
            <a className="link" href={`${path}/analytics.csv?${new URLSearchParams({ days: period.name, ...rest })}`} download>
              Download as CSV
            </a>
          </p>
          <h2 className={styles.heading}>Completion by {kind === 'courses' ? 'lesson' : 'chapter'}</h2>
          <LessonChart lessons={analytics.lessons} part={kind === 'courses' ? 'lesson' : 'chapter'} per={per} />
          <h2 className={styles.heading}>Where viewers leave</h2>
          {video === null ? (
            <p className="meta">This item has no videos.</p>
          ) : (
            <>
              <nav className={styles.videos} aria-label="Video">
                {videos.map(({ lessonId, title, slug }) => (
                  <Link
                    key={lessonId}
                    to={`${path}?${new URLSearchParams({ days: period.name, lesson: slug })}`}
                    preventScrollReset
                    aria-current={lessonId === video.lessonId ? 'page' : undefined}
                  >
                    <bdi>{title}</bdi>
                  </Link>
                ))}
              </nav>
              <DropOffChart video={video} per={per} />
            </>
          )}
          <h2 className={styles.heading}>Ratings</h2>
          <table className={styles.list}>
            <caption className="meta">Ratings given {per}</caption>
            <thead>
              <tr>
                <th scope="col">Stars</th>
                <th scope="col">Ratings</th>
              </tr>
            </thead>
            <tbody>
              {analytics.ratingCounts.map((count, position) => (
                <tr key={`${position + 1} stars`}>
                  <th scope="row">{position + 1}</th>
                  <td>{count.toLocaleString('en')}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="meta">Totals only. Nobody sees who it was.</p>
        </div>
      </Line>
    </main>
  );
}
