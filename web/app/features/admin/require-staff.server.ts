import { data, redirect, type RouterContextProvider } from 'react-router';
import { runDocument, viewerOf } from '../../shared/run-document.server.ts';
import { SecondStepMissingDocument } from './security-documents.ts';

/** Responds with a 404 to everyone but administrators. */
export function requireStaff(context: Readonly<RouterContextProvider>): void {
  if (viewerOf(context).role !== 'admin') throw data(null, { status: 404 });
}

/** Redirects an administrator whose session lacks a required second step to the page for setting it up, which explains why. */
export async function askForSecondStep(context: Readonly<RouterContextProvider>): Promise<void> {
  if (viewerOf(context).role !== 'learner') return;
  if ((await runDocument(context, SecondStepMissingDocument, {})).isSecondStepMissing) throw redirect('/account/security');
}
