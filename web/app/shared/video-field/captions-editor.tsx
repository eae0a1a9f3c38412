import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { type ChangeEvent, useRef, useState } from 'react';
import { ConfirmButton } from '../confirm/confirm-button.tsx';
import { languageName, languages } from '../languages.ts';
import { requestDocument } from '../request-document.ts';
import { type CaptionMistake, saveCaptions } from './save-captions.ts';
import { CaptionRepairs } from './caption-repairs.tsx';
import { captionsFileTypes, readCaptionsFile } from './read-captions-file.ts';
import { type Caption, type CaptionRepair, RemoveVideoCaptionsDocument } from './video-documents.ts';
import styles from './video-field.module.css';

const example = `WEBVTT

00:00.000 --> 00:02.500
The first words spoken.
`;

type Props = { playbackId: string; captions: readonly Caption[]; onChange: () => Promise<void> };

/** Edits the captions of a video in each language, from a file or as text, with errors by line. */
export function CaptionsEditor({ playbackId, captions, onChange }: Props) {
  const [edited, setEdited] = useState<Caption | null>(null);
  const [mistakes, setMistakes] = useState<readonly CaptionMistake[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [note, setNote] = useState('');
  const [repairs, setRepairs] = useState<readonly CaptionRepair[]>([]);
  const file = useRef<HTMLInputElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const free = languages.find((language) => !captions.some((each) => each.language === language));

  const open = (caption: Caption) => {
    setEdited(caption);
    setMistakes([]);
    setProblem(null);
    setNote('');
    setRepairs([]);
  };
  const save = async () => {
    if (edited === null) return;
    setIsBusy(true);
    setMistakes([]);
    setProblem(null);
    const saved = await saveCaptions({ playbackId, language: edited.language, text: edited.vtt });
    if ('captions' in saved) {
      await onChange();
      setEdited(null);
      setNote(`${languageName(edited.language)} captions saved.`);
      setRepairs(saved.repairs);
    } else if ('mistakes' in saved) setMistakes(saved.mistakes);
    else setProblem(saved.problem);
    setIsBusy(false);
  };
  const remove = async (language: string) => {
    setProblem(null);
    setNote('');
    setRepairs([]);
    try {
      await requestDocument(RemoveVideoCaptionsDocument, { playbackId, language });
      if (edited?.language === language) setEdited(null);
      await onChange();
      setNote(`${languageName(language)} captions removed.`);
    } catch {
      setProblem('We couldn’t remove the captions. Try again.');
    }
  };
  const handleFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    event.target.value = '';
    if (!chosen || edited === null) return;
    const vtt = await readCaptionsFile(chosen);
    if (vtt === null) setProblem('This file is too large for captions. Choose a file in WebVTT, SRT, SBV, ASS, TTML or JSON3.');
    else open({ ...edited, vtt });
  };
  const goTo = (line: number) => {
    const area = text.current;
    if (area === null) return;
    const lines = area.value.split('\n');
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
    area.focus();
    area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
  };

  return (
    <section className={styles['part']} aria-label="Captions">
      <p className={styles['partName']} aria-hidden="true">
        Captions
      </p>
      {captions.length > 0 && (
        <ul className={styles['captions']}>
          {captions.map((caption) => (
            <li key={caption.language}>
              <span>{languageName(caption.language)}</span>
              <Button variant="bare" size="small" aria-label={`Edit ${languageName(caption.language)}`} onClick={() => open(caption)}>
                Edit
              </Button>
              <ConfirmButton
                variant="bare"
                action="Remove"
                object={languageName(caption.language)}
                consequence="This deletes the captions, the transcript and their search results. You can’t undo this."
                onConfirm={() => remove(caption.language)}
              />
            </li>
          ))}
        </ul>
      )}
      {edited === null ? (
        <p className="acts">
          <Button variant="line" size="small" onClick={() => open({ language: free ?? 'en', vtt: '' })}>
            Add captions
          </Button>
        </p>
      ) : (
        <div className={styles['editor']}>
          <Field
            control="select"
            label="Language"
            value={edited.language}
            onChange={(event) => setEdited({ ...edited, language: event.target.value })}
          >
            {[...new Set([edited.language, ...languages])].map((language) => (
              <option key={language} value={language}>
                {languageName(language)}
              </option>
            ))}
          </Field>
          <Field
            control="textarea"
            label="Text"
            hint="WebVTT, SRT, SBV, ASS, TTML or YouTube’s JSON3. The transcript and search update automatically."
            ref={text}
            rows={12}
            spellCheck={false}
            placeholder={example}
            value={edited.vtt}
            onChange={(event) => setEdited({ ...edited, vtt: event.target.value })}
          />
          {mistakes.length > 0 && (
            <div role="alert">
              <ErrorNote>{mistakes.length === 1 ? 'One line can’t be read.' : `${mistakes.length} mistakes.`}</ErrorNote>
              <ul className={styles['mistakes']}>
                {mistakes.map(({ line, message }) => (
                  <li key={`${line} ${message}`}>
                    <button type="button" className="link" onClick={() => goTo(line)}>
                      Line {line}
                    </button>
                    : {message}
                  </li>
                ))}
              </ul>
            </div>
          )}
          <p className="acts">
            <Button size="small" isBusy={isBusy} disabled={edited.vtt.trim() === ''} onClick={() => void save()}>
              {isBusy ? 'Saving...' : 'Save captions'}
            </Button>
            <Button variant="line" size="small" onClick={() => file.current?.click()}>
              From a file
            </Button>
            <Button variant="bare" size="small" onClick={() => setEdited(null)}>
              Cancel
            </Button>
          </p>
          <input
            ref={file}
            type="file"
            accept={captionsFileTypes}
            aria-label="Captions file"
            hidden
            onChange={(event) => void handleFile(event)}
          />
        </div>
      )}
      {problem !== null && <ErrorNote>{problem}</ErrorNote>}
      <p className="meta" role="status">
        {note}
      </p>
      <CaptionRepairs repairs={repairs} />
    </section>
  );
}
