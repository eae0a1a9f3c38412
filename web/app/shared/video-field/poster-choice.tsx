import { useState } from 'react';
import { formatDuration } from '../format-duration.ts';
import type { VideoSources } from '../player/video-sources.ts';
import { requestDocument } from '../request-document.ts';
import { SafeImage } from '../safe-image.tsx';
import { ChooseVideoPosterDocument } from './video-documents.ts';
import styles from './video-field.module.css';

type Props = {
  playbackId: string;
  sources: VideoSources;
  seconds: readonly number[];
  chosen: number | null;
  isUpright: boolean;
  onChange: () => Promise<void>;
};

/** Selects the still that is shown before the first play. */
export function PosterChoice({ playbackId, sources, seconds, chosen, isUpright, onChange }: Props) {
  const [selection, setSelection] = useState<number | null>(null);
  const choose = async (second: number) => {
    setSelection(second);
    try {
      await requestDocument(ChooseVideoPosterDocument, { playbackId, second });
      await onChange();
    } finally {
      setSelection(null);
    }
  };
  return (
    <fieldset className={styles['part']}>
      <legend className={styles['partName']}>Poster</legend>
      <div className={styles['posters']} data-shape={isUpright ? 'upright' : 'wide'}>
        {seconds.map((second) => (
          <label key={second} className={styles['poster']}>
            <input
              type="radio"
              name={`poster-${playbackId}`}
              checked={(selection ?? chosen) === second}
              onChange={() => void choose(second).catch(() => undefined)}
            />
            <SafeImage
              src={sources.stillUrl(second)}
              alt={`At ${formatDuration(second)}`}
              width={isUpright ? 90 : 160}
              height={isUpright ? 160 : 90}
              loading="lazy"
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
