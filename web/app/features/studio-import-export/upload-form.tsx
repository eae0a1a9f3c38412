import { uploadLimits } from '@newline/api/rules/limits/upload';
import { Button } from '@newline/ui/components/button';
import { Field } from '@newline/ui/components/field';
import { type ChangeEvent, type DragEvent, type FormEvent, useRef, useState } from 'react';
import { archiveOf, archiveTypes, type ChosenArchive, filesOf, readDropped } from './chosen-archive.ts';
import type { OwnItem } from './import-export-documents.ts';
import type { FolderFile } from './pack-folder.ts';
import styles from './studio-import-export.module.css';
import { TargetField } from './target-field.tsx';

type Props = {
  items: readonly OwnItem[];
  isAuthor: boolean;
  /** The part of the archive that was sent, from 0 to 1; null while none is sent. */
  sentPart: number | null;
  onUpload: (archive: File, into: string) => Promise<void>;
  onError: (error: string | null) => void;
};

/** Chooses an archive, a folder or single texts, also by dropping them, and uploads them. */
export function UploadForm({ items, isAuthor, sentPart, onUpload, onError }: Props) {
  const [archive, setArchive] = useState<ChosenArchive | null>(null);
  const [into, setInto] = useState('');
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const isSending = sentPart !== null;

  const choose = (files: readonly FolderFile[]) => {
    const chosen = files.length === 0 ? null : archiveOf(files);
    onError(typeof chosen === 'string' ? chosen : null);
    setArchive(typeof chosen === 'string' ? null : chosen);
  };
  /** Chooses files that the file input doesn't have. */
  const chooseElsewhere = (files: readonly FolderFile[]) => {
    if (input.current !== null) input.current.value = '';
    choose(files);
  };
  const handleFolder = (event: ChangeEvent<HTMLInputElement>) => {
    const files = filesOf(event.currentTarget.files);
    event.currentTarget.value = '';
    if (files.length > 0) chooseElsewhere(files);
  };
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (isSending) return;
    readDropped(event.dataTransfer).then(chooseElsewhere, () => onError('These files can’t be read. Drop them again.'));
  };
  // What the pointer can drop here can also be chosen.
  const dropArea = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      if (event.dataTransfer.types.includes('Files')) setIsOver(true);
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) =>
      !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) && setIsOver(false),
    onDrop: handleDrop,
  };
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isSending) return;
    if (archive === null) return onError('Choose an archive first.');
    void onUpload(archive.file, into);
  };

  return (
    <form className={styles['form']} method="post" data-over={isOver || undefined} onSubmit={handleSubmit} {...dropArea}>
      <div className={styles['drop']}>
        <Field
          label="Archive or file"
          ref={input}
          type="file"
          accept={archiveTypes}
          multiple
          disabled={isSending}
          hint={`Any folder of Markdown: an export from this site, an mdBook, a Docusaurus, VitePress, MkDocs, Quarto, Hugo or Jekyll site, an Obsidian vault, or single files. At most ${uploadLimits.archiveBytes / 1_000_000} MB.`}
          onChange={(event) => choose(filesOf(event.currentTarget.files))}
        />
        <p className={styles['folder']}>
          <Button variant="line" size="small" disabled={isSending} onClick={() => folder.current?.click()}>
            Choose a folder
          </Button>
          <span className="meta">or drop an archive, files or a folder here.</span>
          <input ref={folder} type="file" hidden multiple aria-label="Folder" {...{ webkitdirectory: '' }} onChange={handleFolder} />
        </p>
        <p role="status" className={styles['chosen']}>
          {archive !== null && (
            <>
              <b dir="auto">{archive.name}</b>
              {`: ${archive.count === null ? '' : `${archive.count.toLocaleString('en')} ${archive.count === 1 ? 'file' : 'files'}, `}${sizeOf(archive.file.size)}`}
            </>
          )}
        </p>
      </div>
      <TargetField items={items} isAuthor={isAuthor} isDisabled={isSending} value={into} onChange={setInto} />
      <Button type="submit" variant="line" isBusy={isSending}>
        {isSending ? 'Uploading…' : 'Preview'}
      </Button>
      {isSending && (
        <div className={styles['progress']}>
          <progress aria-label="Progress of the upload" max={100} value={Math.floor(100 * sentPart)} />
          <span className="meta num">{`${Math.floor(100 * sentPart)}% of ${sizeOf(archive?.file.size ?? 0)}. Keep this page open.`}</span>
        </div>
      )}
    </form>
  );
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} kB` : `${Math.round(bytes / 1_000_000)} MB`;
}
