import { Button } from '@newline/ui/components/button';
import { Dialog } from '@newline/ui/components/dialog';
import { Field } from '@newline/ui/components/field';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { requestDocument } from '../../shared/request-document.ts';
import { showToast } from '../../shared/toast/show-toast.ts';
import styles from './admin.module.css';
import { DeletePersonDocument } from './people-documents.ts';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

type Props = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void; userId: string; username: string };

/** Asks for the username before an account is deleted, because it can't be undone. */
export function DeletePersonDialog({ isOpen, onOpenChange, userId, username }: Props) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    setError(null);
    try {
      await requestDocument(DeletePersonDocument, { userId, username: typed });
      void showToast(`@${username} is deleted.`);
      await navigate('/admin/people');
    } catch (reason) {
      setError(sentenceOf(reason));
      setBusy(false);
    }
  };
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={`Delete the account @${username}?`} narrow>
      <form
        className={styles['confirm']}
        method="post"
        onSubmit={(event) => {
          event.preventDefault();
          void remove();
        }}
      >
        <p>This also deletes their profile, progress and access, and empties their comments. You can’t undo this.</p>
        <Field
          label={`Type ${username} to confirm`}
          value={typed}
          autoComplete="off"
          error={error}
          onChange={(event: { target: { value: string } }) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="danger" isBusy={isBusy} disabled={typed.trim().toLowerCase() !== username}>
          {isBusy ? 'Deleting…' : 'Delete permanently'}
        </Button>
      </form>
    </Dialog>
  );
}
