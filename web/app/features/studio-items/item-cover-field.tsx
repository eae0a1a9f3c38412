import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { useEffect, useRef, useState } from 'react';
import { Cover } from '../../shared/catalog/cover.tsx';
import { useLeaveGuard } from '../../shared/upload/leave-guard.ts';
import { imageTypes, uploadImageFile, type SendProgress } from '../../shared/upload/upload-image.ts';
import type { ItemKind } from './item-documents.ts';
import styles from './studio-items.module.css';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

type Props = {
  kind: ItemKind;
  title: string;
  topic: string;
  /** The path of the image; '' for the cover that is generated from the title. */
  value: string;
  error: string | undefined;
  onChange: (imageUrl: string) => void;
};

/** The cover: an uploaded image, which is stored with the details, or the generated one. */
export function ItemCoverField({ kind, title, topic, value, error, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController | null>(null);
  const guard = useLeaveGuard();
  const [progress, setProgress] = useState<SendProgress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => () => sending.current?.abort(new Error('left')), []);

  const send = async (file: File) => {
    const controller = new AbortController();
    sending.current = controller;
    setProblem(null);
    setProgress({ sentBytes: 0, totalBytes: file.size });
    try {
      onChange((await uploadImageFile(file, { signal: controller.signal, onProgress: setProgress, guard })).imageUrl);
    } catch (failure) {
      if (!controller.signal.aborted) setProblem(sentenceOf(failure, 'We couldn’t upload the image. Try again.'));
    } finally {
      setProgress(null);
    }
  };
  const percent = progress && Math.round((100 * progress.sentBytes) / Math.max(1, progress.totalBytes));
  const fault = problem ?? error;
  return (
    <div className={styles['cover']} role="group" aria-label="Cover">
      <p className={styles['coverName']} aria-hidden="true">
        Cover <span className="meta">{value === '' ? 'generated from the title' : 'uploaded'}</span>
      </p>
      <div className={styles['coverShown']} data-kind={kind}>
        <Cover kind={kind} title={title} topic={topic.toLowerCase()} imageUrl={value === '' ? null : value} />
      </div>
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
              Generate from the title
            </Button>
          )}
        </p>
      )}
      <p className="meta">{kind === 'course' ? 'Landscape, 16:9.' : 'Portrait, 3:4.'} JPEG, PNG, WebP, GIF or AVIF, at most 10 MB.</p>
      {fault !== undefined && <ErrorNote>{fault}</ErrorNote>}
      <input
        ref={input}
        type="file"
        accept={imageTypes}
        aria-label="Cover file"
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Cleared, so that the same file can be chosen again after an error.
          event.target.value = '';
          if (file) void send(file);
        }}
      />
    </div>
  );
}
