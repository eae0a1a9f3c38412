import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { useEffect, useId, useRef, useState, type ChangeEvent } from 'react';
import { SafeImage } from '../../shared/safe-image.tsx';
import { useLeaveGuard } from '../../shared/upload/leave-guard.ts';
import { imageTypes, uploadImageFile, type SendProgress } from '../../shared/upload/upload-image.ts';
import styles from './studio.module.css';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

type Props = {
  articleId: string;
  /** The path of the image; '' for none. */
  value: string;
  error: string | null;
  onChange: (imageUrl: string) => void;
};

/** The article's cover: an uploaded image, which is stored with the details, or none. */
export function CoverField({ articleId, value, error, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController | null>(null);
  const guard = useLeaveGuard();
  const [progress, setProgress] = useState<SendProgress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const hint = useId();
  useEffect(() => () => sending.current?.abort(new Error('left')), []);

  const send = async (file: File) => {
    const controller = new AbortController();
    sending.current = controller;
    setProblem(null);
    setProgress({ sentBytes: 0, totalBytes: file.size });
    try {
      const owner = { attachableId: articleId };
      onChange((await uploadImageFile(file, { signal: controller.signal, onProgress: setProgress, guard, owner })).imageUrl);
    } catch (failure) {
      if (!controller.signal.aborted) setProblem(sentenceOf(failure, 'We couldn’t upload the image. Try again.'));
    } finally {
      setProgress(null);
    }
  };
  const handleChoice = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    // Cleared, so that the same file can be chosen again after an error.
    event.target.value = '';
    if (file) void send(file);
  };
  const percent = progress && Math.round((100 * progress.sentBytes) / Math.max(1, progress.totalBytes));
  return (
    <div className={styles['cover']} role="group" aria-label="Cover" aria-describedby={hint}>
      <p className={styles['coverName']} aria-hidden="true">
        Cover <span className="meta">optional</span>
      </p>
      {value !== '' && <SafeImage src={value} alt="The cover" width={1280} height={720} className={styles['coverImage']} />}
      {progress ? (
        <p className="acts">
          <progress className={styles['coverProgress']} aria-label="Upload progress" max={100} value={percent ?? 0} />
          <span className="meta" aria-live="polite">
            {percent === 100 ? 'Processing…' : `${percent} %`}
          </span>
          <Button variant="bare" size="small" onClick={() => sending.current?.abort(new Error('cancelled'))}>
            Cancel
          </Button>
        </p>
      ) : (
        <p className="acts">
          <Button variant="line" size="small" onClick={() => input.current?.click()}>
            {value === '' ? 'Upload a cover' : 'Replace the cover'}
          </Button>
          {value !== '' && (
            <Button variant="bare" size="small" onClick={() => onChange('')}>
              Remove
            </Button>
          )}
        </p>
      )}
      <p className="meta" id={hint}>
        Landscape, 16:9. JPEG, PNG, WebP, GIF or AVIF, at most 10 MB.
      </p>
      {(problem ?? error) !== null && <ErrorNote>{problem ?? error}</ErrorNote>}
      <input ref={input} type="file" accept={imageTypes} aria-label="Cover file" onChange={handleChoice} hidden />
    </div>
  );
}
