import { Dialog } from '@newline/ui/components/dialog';
import type { LoginRequest } from './login-prompt.tsx';
import { SignInForm } from './sign-in-form.tsx';
import styles from './login.module.css';

type Props = { request: LoginRequest; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

/** The sign-in dialog. It shows what the user was doing and where they'll return. */
export function LoginDialog({ request, isOpen, onOpenChange }: Props) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={request.message} narrow>
      {request.about && (
        <div className={styles.what}>
          <b dir="auto">{request.about.title}</b>
          <span className="meta">{request.about.note}</span>
        </div>
      )}
      <SignInForm returnTo={request.returnTo} />
    </Dialog>
  );
}
