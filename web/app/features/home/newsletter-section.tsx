import { Line } from '@newline/ui/components/line';
import { lazyComponent } from '../../shared/lazy-component.ts';
import { home } from '../../../../home.config.ts';
import { Icon } from '@newline/ui/components/icon';
import { Play } from 'lucide';
import { Suspense, useState } from 'react';
import { SafeImage } from '../../shared/safe-image.tsx';
import { videoSources } from '../../shared/player/video-sources.ts';
import { NewsletterForm } from './newsletter-form.tsx';
import styles from './newsletter.module.css';

// Loaded with its styles when it's needed.
const Player = lazyComponent(() => import('../../shared/player/player.tsx').then((module) => module.Player));

/** The texts of the section that differ from the defaults. */
export type NewsletterWords = Partial<Record<'heading' | 'lead' | 'submit' | 'hint' | 'videoUrl' | 'videoTitle', string>>;

/** The second of the video that is shown before it plays. */
const posterSecond = 4;

/** The newsletter: its description, the form, and a video that is loaded when it's played. */
export function NewsletterSection({ number, words }: { number: number; words: NewsletterWords | undefined }) {
  const { heading, lead, submit, hint, videoUrl = '', videoTitle = heading } = { ...home.newsletter, ...words };
  const video = videoSources(videoUrl === '' ? null : videoUrl);
  const [isPlaying, setIsPlaying] = useState(false);
  return (
    <Line number={number}>
      <div className={styles.letter}>
        <div>
          <h2 id="newsletter">{heading}</h2>
          <p className="lead" dir="auto">
            {lead}
          </p>
          <NewsletterForm submit={submit} hint={hint} />
        </div>
        {video !== null && (
          <div className={styles.video}>
            {isPlaying ? (
              <Suspense>
                <Player
                  title={videoTitle}
                  video={video}
                  shape="wide"
                  posterSecond={posterSecond}
                  durationSeconds={null}
                  startSeconds={null}
                  isAutoplay
                />
              </Suspense>
            ) : (
              <>
                <SafeImage src={video.stillUrl(posterSecond)} alt="" width={640} height={360} loading="lazy" />
                <button type="button" aria-label={`Play ${videoTitle}`} onClick={() => setIsPlaying(true)}>
                  <Icon of={Play} />
                </button>
              </>
            )}
          </div>
        )}
      </div>
    </Line>
  );
}
