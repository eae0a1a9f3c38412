import { useEffect, useState } from 'react';
import { RemoteCodeChanges } from './remote-code-changes.tsx';
import { AcceptRemoteCodeDocument, KeepRemoteCodeDocument, type ChangedCode } from './remote-code-documents.ts';
import { requestStudio } from './request-studio.ts';
import type { TextCalls } from './text-calls.ts';

type Props = {
  textId: string;
  calls: Pick<TextCalls, 'changedCode'>;
  /** Saves everything first; rejects with a message for users on failure. */
  onBeforeAccept(): Promise<void>;
  /** Called when the text has a newer version with the new code. */
  onAccepted(): Promise<void>;
};

/**
 * Shows code of a text that has changed in its repository. It's checked when the page opens; renders nothing when all code is up to date.
 */
export function TextCode({ textId, calls, onBeforeAccept, onAccepted }: Props) {
  const { changedCode } = calls;
  const [sources, setSources] = useState<readonly ChangedCode[]>([]);
  useEffect(() => {
    let isUnmounted = false;
    changedCode(textId).then(
      (loaded) => {
        if (!isUnmounted) setSources(loaded);
      },
      (error: unknown) => console.warn('remote code', error),
    );
    return () => {
      isUnmounted = true;
    };
  }, [textId, changedCode]);

  const handleAccept = async (id: string) => {
    await onBeforeAccept();
    await requestStudio(AcceptRemoteCodeDocument, { id });
    await onAccepted();
    setSources(await changedCode(textId));
  };
  const handleKeep = async (id: string) => {
    await requestStudio(KeepRemoteCodeDocument, { id });
    setSources(await changedCode(textId));
  };
  return <RemoteCodeChanges sources={sources} onAccept={handleAccept} onKeep={handleKeep} />;
}
