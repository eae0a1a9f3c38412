import { createContext, Suspense, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { storeIntent } from '../browser-storage.ts';
import { AwaitedField } from '../focus/awaited-field.tsx';
import { lazyComponent } from '../lazy-component.ts';
import { withIntent } from './press-before.ts';

/** The text and the target of the sign-in prompt. */
export type LoginRequest = {
  /** The heading, such as 'Please login to like/comment'. */
  message: string;
  /** The path to return to, with the parameters that carry a comment in progress; the form makes it safe. */
  returnTo: string;
  /** What the visitor pressed: `usePressBefore` repeats it on the page that they return to after signing in. */
  press?: string;
  /** What the user was doing: the title of the item and one line. */
  about?: { title: string; note: string };
};

type LoginPrompt = { openLogin: (request: LoginRequest) => void };

const LoginPromptContext = createContext<LoginPrompt | null>(null);

// Loaded on the first press, because most pages are read without it.
const LoginDialog = lazyComponent(() => import('./login-dialog.tsx').then((module) => module.LoginDialog));

/** Contains the only sign-in dialog of the page. */
export function LoginPromptProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<LoginRequest | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const openLogin = useCallback((next: LoginRequest) => {
    const key = next.press === undefined ? null : storeIntent(next.press);
    setRequest(key === null ? next : { ...next, returnTo: withIntent(next.returnTo, key) });
    setIsOpen(true);
  }, []);
  const { key } = useLocation();
  // A link in the dialog leads to another page, so the dialog is closed.
  useEffect(() => setIsOpen(false), [key]);
  const value = useMemo(() => ({ openLogin }), [openLogin]);
  return (
    <LoginPromptContext value={value}>
      {children}
      {request && (
        <Suspense fallback={<AwaitedField />}>
          <LoginDialog request={request} isOpen={isOpen} onOpenChange={setIsOpen} />
        </Suspense>
      )}
    </LoginPromptContext>
  );
}

/**
 * Returns a function that opens the sign-in dialog.
 *
 * @example openLogin({ message: 'Please login to like/comment', returnTo: `/clips/${clip.id}` });
 */
export function useLoginPrompt(): LoginPrompt {
  const prompt = useContext(LoginPromptContext);
  if (!prompt) throw new Error('useLoginPrompt: expected a LoginPromptProvider, got none');
  return prompt;
}
