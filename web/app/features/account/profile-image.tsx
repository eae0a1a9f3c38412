import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Portrait } from '@newline/ui/components/portrait';
import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { requestDocument } from '../../shared/request-document.ts';
import { useLeaveGuard } from '../../shared/upload/leave-guard.ts';
import { imageTypes, uploadImageFile, type SendProgress } from '../../shared/upload/upload-image.ts';
import { UpdateProfileImageDocument, type OwnAccount } from './account-documents.ts';
import styles from './account.module.css';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

type Props = { account: OwnAccount; onSaved: () => void };

/** Uploads, shows and removes the user's image. Changes are saved immediately. */
export function ProfileImage({ account, onSaved }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController | null>(null);
  const guard = useLeaveGuard();
  const [file, setFile] = useState<{ previewUrl: string; progress: SendProgress } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => () => sending.current?.abort(new Error('left')), []);

  const previewUrl = file?.previewUrl;
  // Freed when it's no longer shown.
  useEffect(() => (previewUrl ? () => URL.revokeObjectURL(previewUrl) : undefined), [previewUrl]);

  const keep = async (profileImageUrl: string | null) => {
    await requestDocument(UpdateProfileImageDocument, { id: account.id, patch: { profileImageUrl } });
    onSaved();
  };
  const send = async (chosen: File) => {
    const controller = new AbortController();
    sending.current = controller;
    const shownUrl = URL.createObjectURL(chosen);
    setProblem(null);
    setFile({ previewUrl: shownUrl, progress: { sentBytes: 0, totalBytes: chosen.size } });
    try {
      const onProgress = (progress: SendProgress) => setFile({ previewUrl: shownUrl, progress });
      const { squareImageUrl } = await uploadImageFile(chosen, { signal: controller.signal, onProgress, guard });
      await keep(squareImageUrl);
    } catch (error) {
      if (!controller.signal.aborted) setProblem(sentenceOf(error, 'We couldn’t save your photo. Try again.'));
    } finally {
      setFile(null);
    }
  };
  const handleChange = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    // Cleared, so that the same file can be chosen again after an error.
    event.target.value = '';
    if (chosen) void send(chosen);
  };
  const handleRemove = () => {
    setProblem(null);
    keep(null).catch(() => setProblem('We couldn’t remove your photo. Try again.'));
  };
  const percent = file && Math.round((100 * file.progress.sentBytes) / Math.max(1, file.progress.totalBytes));
  return (
    <div className={styles.image} role="group" aria-label="Photo">
      <Portrait name={account.name ?? account.username} imageUrl={previewUrl ?? account.profileImageUrl} size={72} />
      <div className={styles.imageText}>
        {file ? (
          <p className="acts">
            <progress className={styles.progress} aria-label="Upload progress" max={100} value={percent ?? 0} />
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
              {account.profileImageUrl ? 'Change photo' : 'Add a photo'}
            </Button>
            {account.profileImageUrl && (
              <Button variant="bare" size="small" onClick={handleRemove}>
                Remove
              </Button>
            )}
          </p>
        )}
        <p className="meta">JPEG, PNG, WebP, GIF or AVIF, at most 10 MB. It will be cropped to the center.</p>
        {problem && <ErrorNote>{problem}</ErrorNote>}
      </div>
      <input ref={input} type="file" accept={imageTypes} aria-label="Photo file" onChange={handleChange} hidden />
    </div>
  );
}
