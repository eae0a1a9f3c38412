import { faultOfCodeLines } from '@newline/document/code-lines';
import { Field } from '@newline/ui/components/field';
import { GitCommitHorizontal } from 'lucide';
import { useState } from 'react';
import type { RemoteCodeRequest } from '../services.ts';
import { AddressField } from './address-field.tsx';
import { FormFrame } from './form-frame.tsx';
import type { FormProps } from './form-props.ts';
import styles from './forms.module.css';
import { closeForm } from './forms-plugin.ts';
import { brokenCall, createRemoteCodeBlock, fillRemoteCode, remoteCodeIds, requestOf } from './load-remote-code.ts';
import { insertFromForm } from './save-block.ts';

/** The field with a problem, and the message. */
type Fault = { readonly field: 'url' | 'startLine' | 'endLine' | null; readonly message: string };

/**
 * Renders the form for the URL, lines and code query of a block of remote code. It stays open until the code is loaded, or shows why it
 * wasn't.
 */
export function RemoteCodeForm({ view, form, services, node, onDone }: FormProps) {
  const [initial] = useState(() => (node === null ? null : requestOf(node)));
  const [url, setUrl] = useState(initial?.url ?? '');
  const [startLine, setStartLine] = useState(`${initial?.startLine ?? ''}`);
  const [endLine, setEndLine] = useState(`${initial?.endLine ?? ''}`);
  const [codeQuery, setCodeQuery] = useState(initial?.codeQuery ?? '');
  const [fault, setFault] = useState<Fault | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const submit = async () => {
    const problem = findFault(url, startLine, endLine, services.isRemoteCodeUrl);
    setFault(problem);
    if (problem !== null) return;
    const request: RemoteCodeRequest = {
      url: url.trim(),
      startLine: readLine(startLine),
      endLine: readLine(endLine),
      codeQuery: codeQuery.trim() === '' ? null : codeQuery.trim(),
    };
    setIsBusy(true);
    try {
      const lookup = await services.loadRemoteCode(request);
      const first = lookup.errors[0];
      if (first !== undefined) {
        setFault({ field: null, message: first });
        return;
      }
      if (view.isDestroyed) return;
      if (!form.isEdit) {
        const { schema, doc } = view.state;
        insertFromForm(view, createRemoteCodeBlock(schema, request.url, lookup, remoteCodeIds(doc)));
      } else {
        const id = String(node?.attrs['uniqueId'] ?? '');
        const filled = fillRemoteCode(view.state, id, request.url, lookup);
        view.dispatch(closeForm(filled ?? view.state.tr));
      }
      onDone();
    } catch (error) {
      services.logFailure('remote code', error);
      setFault({ field: null, message: brokenCall });
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <FormFrame
      icon={GitCommitHorizontal}
      title="Code from a repository"
      action={form.isEdit ? 'Update' : 'Insert'}
      busyAction="Loading..."
      isBusy={isBusy}
      error={fault?.message ?? null}
      onSubmit={() => void submit()}
      onCancel={onDone}
    >
      <AddressField
        value={url}
        isWrong={fault?.field === 'url'}
        placeholder="https://github.com/owner/name/blob/main/file.ts"
        onChange={setUrl}
      />
      <div className={styles.lines}>
        <Field
          label="Start Line"
          inputMode="numeric"
          autoComplete="off"
          value={startLine}
          onChange={(event) => setStartLine(event.target.value)}
          aria-invalid={fault?.field === 'startLine'}
        />
        <Field
          label="End Line"
          inputMode="numeric"
          autoComplete="off"
          value={endLine}
          onChange={(event) => setEndLine(event.target.value)}
          aria-invalid={fault?.field === 'endLine'}
        />
        <Field label="Code query" value={codeQuery} onChange={(event) => setCodeQuery(event.target.value)} placeholder=".estimate .rows" />
      </div>
    </FormFrame>
  );
}

/** Returns the problem with the input, before any request is sent; null if there is none. */
export function findFault(url: string, startLine: string, endLine: string, isRemoteCodeUrl: (url: string) => boolean): Fault | null {
  const address = url.trim();
  if (address === '') return { field: 'url', message: 'Enter the URL of a file.' };
  if (!URL.canParse(address)) return { field: 'url', message: 'Enter a URL that starts with https://.' };
  if (!isRemoteCodeUrl(address)) return { field: 'url', message: 'Code can only be loaded from a file’s page on GitHub.' };
  return faultOfCodeLines({ startLine: readLine(startLine), endLine: readLine(endLine) });
}

/** Reads a line number: null for no input, NaN for input that isn't a number. */
function readLine(text: string): number | null {
  const typed = text.trim();
  if (typed === '') return null;
  return /^\d{1,9}$/u.test(typed) ? Number(typed) : Number.NaN;
}
