import { useEffect, useState } from 'react';
import { RemoteCodeChanges } from './remote-code-changes.tsx';
import { AcceptRemoteCodeDocument, KeepRemoteCodeDocument, type ChangedCode } from './remote-code-documents.ts';
import { requestStudio } from './request-studio.ts';
import type { TextCalls } from './text-calls.ts';

type Props = {
  textId: string;
  calls: Pick<TextCalls, 'changedCode'>;
  /** Saves everything first; rejects with an error fit for people when that does not work. */
  onBeforeAccept(): Promise<void>;
  /** The text has a newer version, with the new code in it. */
  onAccepted(): Promise<void>;
};

/** Code of a text that changed in its repository since. Looked for when the page opens; nothing when all is current. */
export function TextCode({ textId, calls, onBeforeAccept, onAccepted }: Props) {
  const { changedCode } = calls;
  const [sources, setSources] = useState<readonly ChangedCode[]>([]);
  useEffect(() => {
    let isGone = false;
    changedCode(textId).then(
      (found) => {
        if (!isGone) setSources(found);
      },
      (error: unknown) => console.warn('remote code', error),
    );
    return () => {
      isGone = true;
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
