import { Button, buttonClass } from '@newline/ui/components/button';
import { Dialog } from '@newline/ui/components/dialog';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { Icon } from '@newline/ui/components/icon';
import { Menu } from '@newline/ui/components/menu';
import { BookOpen, ChevronDown, FileText, GraduationCap } from 'lucide-react';
import { useRef, useState, type ChangeEvent, type SubmitEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { given } from '../../shared/graphql-document.ts';
import { readMarkdownFile } from './markdown-file.ts';
import { requestStudio, StudioError } from './request-studio.ts';
import { CreateArticleDocument, CreateBookDocument, CreateCourseDocument } from './studio-documents.ts';
import { untitled } from './use-text-saving.ts';
import styles from './studio.module.css';

/** Begins a course, a book or an article, the last also from a Markdown file, and opens it. */
export function BeginWork() {
  const navigate = useNavigate();
  const file = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState<'course' | 'book' | null>(null);
  const [state, setState] = useState<{ isBusy: boolean; error: string | null }>({ isBusy: false, error: null });
  const begin = async (read: () => Promise<{ title: string; bodyMarkdown: string | null }>) => {
    setState({ isBusy: true, error: null });
    try {
      const { createArticle } = await requestStudio(CreateArticleDocument, await read());
      await navigate(`/studio/articles/${given(createArticle?.article).id}`);
    } catch (error) {
      setState({ isBusy: false, error: error instanceof Error ? error.message : 'That did not work. Try again.' });
    }
  };
  const handleFile = (chosen: File) =>
    begin(async () => {
      const { title, markdown } = readMarkdownFile(await chosen.text());
      return { title: title ?? (chosen.name.replace(/\.[^.]+$/, '').trim() || untitled), bodyMarkdown: markdown };
    });
  return (
    <div className={styles['begin']}>
      <Menu
        trigger={
          <Button isBusy={state.isBusy}>
            {state.isBusy ? 'Beginning…' : 'New'} <Icon of={ChevronDown} small />
          </Button>
        }
        items={[
          { label: 'Course', icon: GraduationCap, onSelect: () => setAsked('course') },
          { label: 'Book', icon: BookOpen, onSelect: () => setAsked('book') },
          { label: 'Article', icon: FileText, onSelect: () => void begin(async () => ({ title: untitled, bodyMarkdown: null })) },
        ]}
      />
      <Button variant="line" onClick={() => file.current?.click()}>
        Import Markdown
      </Button>
      <Link className={buttonClass({ variant: 'line' })} to="/studio/folders">
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
      {state.error !== null && <ErrorNote>{state.error}</ErrorNote>}
      {asked !== null && <NewItem kind={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

/** Asks for the title of a new course or book: its address is made of it. */
function NewItem({ kind, onClose }: { kind: 'course' | 'book'; onClose: () => void }) {
  const navigate = useNavigate();
  const [title, setTitle] = useState('');
  const [state, setState] = useState<{ isBusy: boolean; error: string | null }>({ isBusy: false, error: null });
  const handleSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setState({ isBusy: true, error: null });
    try {
      const id =
        kind === 'course'
          ? given((await requestStudio(CreateCourseDocument, { title })).createCourse?.course).id
          : given((await requestStudio(CreateBookDocument, { title })).createBook?.book).id;
      await navigate(`/studio/${kind}s/${id}`);
    } catch (error) {
      const words =
        error instanceof StudioError ? error.message.replace(/^title: e/, 'E') : 'The server does not answer. Try again in a moment.';
      setState({ isBusy: false, error: words });
    }
  };
  return (
    <Dialog isOpen narrow title={`New ${kind}`} onOpenChange={onClose}>
      <form className={styles['form']} onSubmit={(event) => void handleSubmit(event)} noValidate>
        <Field
          label="Title"
          hint="Its address is made of it. Both can be changed."
          maxLength={200}
          value={title}
          error={state.error}
          onChange={(event: ChangeEvent<HTMLInputElement>) => setTitle(event.target.value)}
        />
        <div className={styles['choices']}>
          <Button type="submit" isBusy={state.isBusy}>
            {state.isBusy ? 'Beginning…' : `Begin the ${kind}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
