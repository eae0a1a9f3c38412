import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { showToast } from '../../shared/toast/show-toast.ts';
import { ApiError } from '../../shared/graphql-document.ts';

/** Something that is done to a row, under a name that says which. */
export type RunAct = (name: string, work: () => Promise<unknown>, done: string) => Promise<boolean>;

/**
 * Does one thing at a time, says that it is done and loads the page's data anew. What went wrong is `failure`, in the API's
 * words, which are written for people.
 */
export function useActs(): { busy: string | null; failure: string | null; act: RunAct } {
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const act: RunAct = async (name, work, done) => {
    setBusy(name);
    setFailure(null);
    try {
      await work();
      await revalidate();
      void showToast(done);
      return true;
    } catch (error) {
      setFailure(error instanceof ApiError && error.code !== 'FAULT' ? error.message : 'That was not done. Try again in a moment.');
      return false;
    } finally {
      setBusy(null);
    }
  };
  return { busy, failure, act };
}
