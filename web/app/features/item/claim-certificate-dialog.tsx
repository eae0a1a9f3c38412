import { Button } from '@newline/ui/components/button';
import { Dialog, DialogActions } from '@newline/ui/components/dialog';
import { ErrorNote } from '@newline/ui/components/error-note';
import { useNavigate } from 'react-router';
import { useForm } from '../../shared/form/use-form.ts';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { ClaimCertificateDocument } from './item-documents.ts';

type Props = {
  courseId: string;
  title: string;
  /** The name that will be on it. */
  name: string;
  onClose: () => void;
};

/** Shows the name that will be on the certificate before it's issued, because it can't be changed afterward. */
export function ClaimCertificateDialog({ courseId, title, name, onClose }: Props) {
  const navigate = useNavigate();
  const sending = useForm();
  const handleClaim = () =>
    void sending.run(async () => {
      const { claimCertificate } = await requestDocument(ClaimCertificateDocument, { courseId });
      const id = claimCertificate?.certificate?.id;
      if (id === undefined) throw new Error('claimCertificate: expected a certificate');
      await navigate(`/certificates/${id}`);
    });
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Get your certificate" above={title} narrow>
      <p>
        It will be issued to <b dir="auto">{name}</b>. The name can’t be changed later.{' '}
        <Link className="link" to="/account">
          Change your name first
        </Link>
      </p>
      <p>Everyone who has its link can see it. It isn’t on your profile unless you show it there.</p>
      {sending.failure !== null && <ErrorNote>{sending.failure}</ErrorNote>}
      <DialogActions>
        <Button isBusy={sending.isBusy} onClick={handleClaim}>
          {sending.isBusy ? 'Issuing…' : 'Issue certificate'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
