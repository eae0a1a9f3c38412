import { Button } from '@newline/ui/components/button';
import { Dialog } from '@newline/ui/components/dialog';
import { type ReactNode, useRef, useState } from 'react';

/** What {@link ConfirmDialog} asks. */
export type ConfirmDialogProps = {
  /** The question, with the name of what it is about: 'Delete “Hooks”?' */
  title: string;
  /** What happens to whom, and whether it can be undone. */
  children: ReactNode;
  /** The verb that does it: 'Delete'. */
  action: string;
  /** Carries it out. The dialog closes when this ends, even if it failed: the page says what went wrong. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
};

/** The question before something that takes access, content or rights away. The focus starts on Cancel. */
export function ConfirmDialog({ title, children, action, onConfirm, onClose }: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = () => {
    setBusy(true);
    void onConfirm().finally(onClose);
  };
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={title} narrow initialFocus={cancel}>
      <p>{children}</p>
      <div className="acts">
        <Button variant="danger" isBusy={isBusy} onClick={confirm}>
          {action}
        </Button>
        <Button variant="line" ref={cancel} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Dialog>
  );
}
