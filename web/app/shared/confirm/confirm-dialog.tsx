import { Button } from '@newline/ui/components/button';
import { Dialog, DialogActions } from '@newline/ui/components/dialog';
import { type ReactNode, useRef, useState } from 'react';

/** The props of {@link ConfirmDialog}. */
export type ConfirmDialogProps = {
  /** The question, including the name of the object: 'Delete “Hooks”?' */
  title: string;
  /** Who is affected, how, and whether it can be undone. */
  children: ReactNode;
  /** The verb on the button that confirms: 'Delete'. */
  action: string;
  /** Performs the action. The dialog closes when the promise settles, even if it failed: the page shows the error. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
};

/** Asks for confirmation before removing access, content or permissions. The focus starts on Cancel. */
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
      <DialogActions>
        <Button variant="danger" isBusy={isBusy} onClick={confirm}>
          {action}
        </Button>
        <Button variant="line" ref={cancel} onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Dialog>
  );
}
