import { createContext, Suspense, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { keepIntent } from '../browser-storage.ts';
import { AwaitedField } from '../focus/awaited-field.tsx';
import { lazyComponent } from '../lazy-component.ts';
import { withIntent } from './press-before.ts';

/** What the prompt says and where it leads. */
export type LoginRequest = {
  /** The heading, such as 'Please login to like/comment'. */
  message: string;
  /** The path to come back to, with the parameters that carry a comment in progress; the form makes it safe. */
  returnTo: string;
  /** What the visitor pressed: `usePressBefore` does it on the page that they come back to, signed in. */
  press?: string;
  /** What the person was doing: the thing's title and one line. */
  about?: { title: string; note: string };
};

type LoginPrompt = { openLogin: (request: LoginRequest) => void };

const LoginPromptContext = createContext<LoginPrompt | null>(null);

// Loaded on the first press: most pages are read without it.
const LoginDialog = lazyComponent(() => import('./login-dialog.tsx').then((module) => module.LoginDialog));

/** Holds the one login dialog of the page. */
export function LoginPromptProvider({ children }: { children: ReactNode }) {
  const [request, setRequest] = useState<LoginRequest | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const openLogin = useCallback((next: LoginRequest) => {
    const key = next.press === undefined ? null : keepIntent(next.press);
    setRequest(key === null ? next : { ...next, returnTo: withIntent(next.returnTo, key) });
    setIsOpen(true);
  }, []);
  const { key } = useLocation();
  // A link in the dialog leads to another page: the dialog stays behind.
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
 * Opens the login dialog over the page.
 *
 * @example openLogin({ message: 'Please login to like/comment', returnTo: `/clips/${clip.id}` });
 */
export function useLoginPrompt(): LoginPrompt {
  const prompt = useContext(LoginPromptContext);
  if (!prompt) throw new Error('useLoginPrompt: expected a LoginPromptProvider around the page, got none');
  return prompt;
}
