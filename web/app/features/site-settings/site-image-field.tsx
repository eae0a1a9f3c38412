import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../../shared/form/explain-failure.ts';
import { useLeaveGuard } from '../../shared/upload/leave-guard.ts';
import styles from './site-settings.module.css';
import { siteImageTypes, uploadSiteImage } from './upload-site-image.ts';

type Props = {
  label: string;
  hint: string;
  /** The theme whose background the image is shown on. */
  theme: 'light' | 'dark';
  /** The path of the image; '' for none. */
  value: string;
  error: string | undefined;
  onChange: (imageUrl: string) => void;
};

/** A field for a wordmark or an icon. The image is uploaded immediately and saved with the form. */
export function SiteImageField({ label, hint, theme, value, error, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController | null>(null);
  const guard = useLeaveGuard();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => () => sending.current?.abort(new Error('left')), []);

  const send = async (file: File) => {
    const controller = new AbortController();
    const end = guard.begin();
    sending.current = controller;
    setProblem(null);
    setIsBusy(true);
    try {
      onChange(await uploadSiteImage(file, controller.signal));
    } catch (failure) {
      if (!controller.signal.aborted) setProblem(sentenceOf(failure, 'We couldn’t upload the image. Try again.'));
    } finally {
      end();
      setIsBusy(false);
    }
  };
  const fault = problem ?? error;
  return (
    <div className={styles['image']} role="group" aria-label={label}>
      <p className={styles['label']}>{label}</p>
      {value !== '' && (
        <p className={styles['shown']} data-theme={theme}>
          <img src={value} alt={`${label}, as uploaded`} />
        </p>
      )}
      <p className="acts">
        <Button variant="line" size="small" isBusy={isBusy} onClick={() => input.current?.click()}>
          {isBusy ? 'Uploading…' : value === '' ? 'Upload an image' : 'Replace the image'}
        </Button>
        {isBusy && (
          <Button variant="bare" size="small" onClick={() => sending.current?.abort(new Error('cancelled'))}>
            Cancel
          </Button>
        )}
        {value !== '' && !isBusy && (
          <Button variant="bare" size="small" onClick={() => onChange('')}>
            Remove
          </Button>
        )}
      </p>
      <p className={styles['hint']}>{hint}</p>
      {fault !== undefined && <ErrorNote>{fault}</ErrorNote>}
      <input
        ref={input}
        type="file"
        accept={siteImageTypes}
        aria-label={`${label} file`}
        hidden
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file may be chosen again after a refusal.
          event.target.value = '';
          if (file) void send(file);
        }}
      />
    </div>
  );
}
