import { useEffect, useState } from 'react';
import { readDevice, writeDevice } from '../browser-storage.ts';
import { formatDuration } from '../format-duration.ts';
import { CaptionsChoice, captionsAtStart, RateSelect, readRate, rememberCaptions } from './player-choices.tsx';
import { useTracks } from './use-tracks.ts';
import styles from './player.module.css';

type Props = { captionsUrl: string | null; durationSeconds: number | null; isHydrated: boolean };

/** The foot of a video before the first play: its length, and what can be chosen already. The running player starts with these choices. */
export function WaitingControls({ captionsUrl, durationSeconds, isHydrated }: Props) {
  const { captions, isLoaded } = useTracks(captionsUrl);
  const [rate, setRate] = useState(1);
  const [shown, setShown] = useState(0);
  const languages = captions.map(({ language }) => language);
  const start = captionsAtStart(languages.length === 0 ? ['en'] : languages);
  useEffect(() => {
    if (!isHydrated) return;
    setRate(readRate());
    setShown(start);
  }, [isHydrated, start]);
  const chooseRate = (next: number) => {
    setRate(next);
    writeDevice('rate', String(next));
  };
  const chooseCaptions = (index: number) => {
    setShown(index);
    rememberCaptions(index < 0 ? null : (languages[index] ?? readDevice('captions') ?? 'en'));
  };
  const hasCaptions = captionsUrl !== null && !(isLoaded && captions.length === 0);
  return (
    <div className={styles.waiting}>
      <div className={styles.bar}>
        <span className={styles.clock}>
          {durationSeconds === null ? (
            '0:00'
          ) : (
            <>
              <span className={styles.start}>0:00 / </span>
              {formatDuration(durationSeconds)}
            </>
          )}
        </span>
        <span className={styles.end} role="group" aria-label="Playback">
          {hasCaptions && (
            <CaptionsChoice
              labels={captions.map(({ label }) => label)}
              shownIndex={shown}
              onChange={chooseCaptions}
              isDisabled={!isHydrated}
            />
          )}
          <RateSelect rate={rate} onChange={chooseRate} isDisabled={!isHydrated} />
        </span>
      </div>
    </div>
  );
}
