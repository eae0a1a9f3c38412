import { itemLimits } from '@newline/api/rules/limits/item';
import { Button, buttonClass } from '@newline/ui/components/button';
import { Dialog, DialogActions } from '@newline/ui/components/dialog';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { Icon } from '@newline/ui/components/icon';
import { Menu } from '@newline/ui/components/menu';
import { BookOpen, ChevronDown, FileText, GraduationCap, Upload } from 'lucide';
import { useRef, useState, type ChangeEvent, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router';
import { Link } from '../../shared/link.tsx';
import { useForm } from '../../shared/form/use-form.ts';
import { expectValue } from '../../shared/graphql-document.ts';
import { readMarkdownFile } from './markdown-file.ts';
import { requestStudio } from './request-studio.ts';
import { CreateArticleDocument, CreateBookDocument, CreateCourseDocument } from './studio-documents.ts';
import { untitled } from './use-text-saving.ts';
import styles from './studio.module.css';

/** Creates a course, a book or an article, the latter also from a Markdown file, and opens it. */
export function BeginWork() {
  const navigate = useNavigate();
  const file = useRef<HTMLInputElement>(null);
  const [newKind, setNewKind] = useState<'course' | 'book' | null>(null);
  const { isBusy, failure, run } = useForm();
  const begin = (read: () => Promise<{ title: string; bodyMarkdown: string | null }>) =>
    run(async () => {
      const { createArticle } = await requestStudio(CreateArticleDocument, await read());
      await navigate(`/studio/articles/${expectValue(createArticle?.article).id}`);
    });
  const handleFile = (chosen: File) =>
    begin(async () => {
      const { title, markdown } = readMarkdownFile(await chosen.text());
      return { title: title ?? (chosen.name.replace(/\.[^.]+$/, '').trim() || untitled), bodyMarkdown: markdown };
    });
  return (
    <div className={styles['begin']}>
      <Menu
        trigger={
          <Button isBusy={isBusy}>
            {isBusy ? 'Creating…' : 'New'} <Icon of={ChevronDown} small />
          </Button>
        }
        items={[
          { label: 'Course', icon: GraduationCap, onSelect: () => setNewKind('course') },
          { label: 'Book', icon: BookOpen, onSelect: () => setNewKind('book') },
          { label: 'Article', icon: FileText, onSelect: () => void begin(async () => ({ title: untitled, bodyMarkdown: null })) },
          { label: 'Article from Markdown…', icon: Upload, onSelect: () => file.current?.click() },
        ]}
      />
      <Link className={buttonClass({ variant: 'line' })} to="/studio/import-export">
        Import and export
      </Link>
      <input
        ref={file}
        hidden
        type="file"
        accept=".md,.markdown,text/markdown,text/plain"
        aria-label="Markdown file"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) void handleFile(chosen);
        }}
      />
      {failure !== null && <ErrorNote>{failure}</ErrorNote>}
      {newKind !== null && <NewItem kind={newKind} onClose={() => setNewKind(null)} />}
    </div>
  );
}

/** Asks for the title of a new course or book, from which its URL is derived. */
function NewItem({ kind, onClose }: { kind: 'course' | 'book'; onClose: () => void }) {
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const { isBusy, failure, run } = useForm();
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void run(async () => {
      const id =
        kind === 'course'
          ? expectValue((await requestStudio(CreateCourseDocument, { title })).createCourse?.course).id
          : expectValue((await requestStudio(CreateBookDocument, { title })).createBook?.book).id;
      await navigate(`/studio/${kind}s/${id}`);
    });
  };
  return (
    <Dialog isOpen narrow title={`New ${kind}`} onOpenChange={onClose}>
      <form className={styles['form']} method="post" onSubmit={handleSubmit} noValidate>
        <Field
          label="Title"
          hint="The URL is based on the title. You can change both later."
          maxLength={itemLimits.title}
          value={title}
          error={failure}
          onChange={(event: ChangeEvent<HTMLInputElement>) => setTitle(event.target.value)}
        />
        <DialogActions>
          <Button type="submit" isBusy={isBusy}>
            {isBusy ? 'Creating…' : `Create ${kind}`}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
