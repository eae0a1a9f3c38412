import type { UploadCounts } from '@newline/editor/uploads/upload-queue.ts';
import { Button } from '@newline/ui/components/button';
import styles from './comment-form.module.css';

type Props = {
  uploads: UploadCounts;
  label: 'Send' | 'Save';
  /** Sends the comment without the images; null when it would be empty. */
  onSendWithout: (() => void) | null;
  /** Cancels sending. */
  onStop: () => void;
};

/** Shown while a form waits for its images before sending. It continues when they're uploaded, or without them if the user says so. */
export function WaitingUploads({ uploads: { pending, failed }, label, onSendWithout, onStop }: Props) {
  const count = pending + failed;
  const images = count === 1 ? 'the image' : 'the images';
  return (
    <div className={styles.waiting}>
      <p role="status">
        {failed > 0
          ? `${failed === 1 ? "An image couldn't" : `${failed} images couldn't`} be uploaded. Try again or remove ${failed === 1 ? 'it' : 'them'}.`
          : `${label === 'Send' ? 'Sends' : 'Saves'} as soon as ${pending === 1 ? 'the image is' : `${pending} images are`} uploaded.`}
      </p>
      <span className={styles.buttons}>
        {onSendWithout !== null && (
          <Button variant="line" size="small" onClick={onSendWithout}>
            {label} without {images}
          </Button>
        )}
        <Button variant="bare" size="small" onClick={onStop}>
          Keep editing
        </Button>
      </span>
    </div>
  );
}
