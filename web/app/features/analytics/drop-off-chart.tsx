import { useId } from 'react';
import { formatDuration } from '../../shared/format-duration.ts';
import type { VideoAnalytics } from './analytics-documents.ts';
import styles from './analytics.module.css';

const width = 640;
const height = 160;
const base = 132;
const tableRows = 20;

/** A chart of how many users watched each second of a video, with a table of some of its points. */
export function DropOffChart({ video, per }: { video: VideoAnalytics; per: string }) {
  const id = useId();
  const { viewersBySecond: viewers, viewersCount, videoSeconds } = video;
  const most = viewers.reduce((largest, count) => Math.max(largest, count), 1);
  const y = (count: number) => base - (count / most) * (base - 12);
  const x = (second: number) => (second / videoSeconds) * width;
  // One step per second, because counts aren't interpolated.
  const line = viewers.map((count, second) => `L${x(second).toFixed(2)} ${y(count).toFixed(2)}H${x(second + 1).toFixed(2)}`).join('');
  const step = Math.max(1, Math.ceil(videoSeconds / tableRows));
  const points = viewers.flatMap((count, second) => (second % step === 0 ? [{ second, count }] : []));
  return (
    <figure className={styles.chart}>
      <svg role="img" aria-labelledby={`${id}-title ${id}-about`} viewBox={`0 0 ${width} ${height}`} className={styles.drawing}>
        <title id={`${id}-title`}>{`Seconds watched of ${video.title}`}</title>
        <desc id={`${id}-about`}>
          {`Of ${viewersCount} viewers ${per}, ${viewers[0] ?? 0} watched the first second, ${viewers.at(-1) ?? 0} the last, and ${most} the most watched second. The table below has every ${step === 1 ? 'second' : `${step} seconds`}.`}
        </desc>
        <path d={`M0 ${base}${line}V${base}Z`} className={styles.area} />
        <path d={`M0 ${base}H${width}`} className={styles.axis} />
        <text x={0} y={base + 20} className={styles.tick}>
          0:00
        </text>
        <text x={width} y={base + 20} textAnchor="end" className={styles.tick}>
          {formatDuration(videoSeconds)}
        </text>
        <text x={0} y={10} className={styles.tick}>
          {viewersCount === 0 ? 'no viewers yet' : most}
        </text>
      </svg>
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
                  <td>{count}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}
