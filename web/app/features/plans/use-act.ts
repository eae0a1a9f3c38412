import { useState } from 'react';
import { ApiError } from '../../shared/graphql-document.ts';

/** Runs one action at a time and keeps which is under way and what to say when it was refused. */
export function useAct(done: () => Promise<void> | void) {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const act = async (name: string, action: () => Promise<unknown>): Promise<boolean> => {
    setBusy(name);
    setProblem(null);
    try {
      await action();
      await done();
      return true;
    } catch (error) {
      setProblem(sentenceOf(error));
      return false;
    } finally {
      setBusy(null);
    }
  };
  return { busy, problem, act, refuse: setProblem };
}

/** What to say of an act that failed. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The site cannot be reached. Check the connection and try again.';
  switch (error.code) {
    case 'LOGIN_REQUIRED':
      return 'You were signed out. Sign in and try again.';
    case 'BAD_INPUT':
    case 'CONFLICT':
    case 'NOT_FOUND':
    case 'FORBIDDEN':
    case 'TOO_MANY':
    case 'UNAVAILABLE':
      return error.message.replace(/^[a-z][A-Za-z]*: (.)/, (_all, first: string) => first.toUpperCase());
    default:
      return 'That did not work. Try again in a moment.';
  }
}
