import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { Toaster, toast } from 'sonner';
import styles from './toast.module.css';

let isReady = false;

/** Shows a toast; its container is created once, next to the page. */
export function raiseToast(text: string, kind: 'done' | 'error'): void {
  if (!isReady) {
    const container = document.createElement('div');
    document.body.append(container);
    flushSync(() =>
      createRoot(container).render(
        <Toaster position="bottom-center" visibleToasts={2} toastOptions={{ unstyled: true, classNames: { toast: styles.toast ?? '' } }} />,
      ),
    );
    isReady = true;
  }
  if (kind === 'error') toast.error(text);
  else toast(text);
}
