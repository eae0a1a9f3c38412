import { EmptyChart } from '../../shared/charts/empty-chart.tsx';
import { formatDuration } from '../../shared/format-duration.ts';
import type { VideoAnalytics } from './analytics-documents.ts';
import styles from './analytics.module.css';

const tableRows = 20;

/** What the chart looks like once someone has watched. */
const example = [40, 40, 39, 37, 36, 36, 31, 30, 30, 29, 28, 28, 27, 21, 20, 20, 19, 18, 18, 17];

/** A chart of how many users watched each second of a video, with a table of some of its points. */
export function DropOffChart({ video, per }: { video: VideoAnalytics; per: string }) {
  const { viewersBySecond: viewers, viewersCount, videoSeconds } = video;
  const most = mostOf(viewers);
  const step = Math.max(1, Math.ceil(videoSeconds / tableRows));
  const points = viewers.flatMap((count, second) => (second % step === 0 ? [{ second, count }] : []));
  const about = `Of ${viewersCount.toLocaleString('en')} viewers ${per}, ${(viewers[0] ?? 0).toLocaleString('en')} watched the first second, ${(viewers.at(-1) ?? 0).toLocaleString('en')} the last, and ${most.toLocaleString('en')} the most watched second. The table below has every ${step === 1 ? 'second' : `${step} seconds`}.`;
  const isEmpty = viewers.every((count) => count === 0);
  return (
    <figure className={styles.chart}>
      {isEmpty ? (
        <EmptyChart
          sentence={`No one watched “${video.title}” ${per}. Once people do, you see here how many watch each second, and where they leave.`}
        >
          <Curve viewers={example} seconds={videoSeconds} />
        </EmptyChart>
      ) : (
        <div role="img" aria-label={`Seconds watched of ${video.title} ${about}`}>
          <Curve viewers={viewers} seconds={videoSeconds} />
        </div>
      )}
      <details className={styles.numbers}>
        <summary>As a table</summary>
        <div className={styles.scroll}>
          <table>
            <caption>
              Seconds watched of <bdi>{video.title}</bdi>, {per}
            </caption>
            <thead>
              <tr>
                <th scope="col">Second</th>
                <th scope="col">Viewers</th>
              </tr>
            </thead>
            <tbody>
              {points.map(({ second, count }) => (
                <tr key={second}>
                  <th scope="row">{formatDuration(second)}</th>
                  <td>{count.toLocaleString('en')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

/** Only the area is stretched to the width of the page; its labels are texts above and below it. */
function Curve({ viewers, seconds }: { viewers: readonly number[]; seconds: number }) {
  const most = mostOf(viewers);
  const y = (count: number) => (100 - (count / most) * 100).toFixed(2);
  // One step per second, because counts aren't interpolated.
  const line = viewers.map((count, second) => `L${second} ${y(count)}H${second + 1}`).join('');
  return (
    <>
      <p className={styles.tick}>
        {most.toLocaleString('en')} {most === 1 ? 'viewer' : 'viewers'}
      </p>
      <svg className={styles.plot} viewBox={`0 0 ${viewers.length} 100`} preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 100${line}V100Z`} className={styles.area} vectorEffect="non-scaling-stroke" />
      </svg>
      <p className={`${styles.tick} ${styles.ends}`}>
        <span>0:00</span>
        <span>{formatDuration(seconds)}</span>
      </p>
    </>
  );
}

const mostOf = (counts: readonly number[]) => counts.reduce((largest, count) => Math.max(largest, count), 1);
