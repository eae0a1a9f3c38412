import { changedContent, lastingKinds } from '@newline/api/rules/site/page-sections';
import { Button } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Icon } from '@newline/ui/components/icon';
import { IconButton } from '@newline/ui/components/icon-button';
import { ArrowDown, ArrowUp, GripVertical } from 'lucide';
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { NavLink } from 'react-router';
import { useForm } from '../../shared/form/use-form.ts';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { useLeaveGuard } from '../../shared/upload/leave-guard.ts';
import { SavePageLayoutDocument } from './page-editor-documents.ts';
import { draftOf, type EditedSection, type LogoEntry } from './page-draft.ts';
import styles from './page-editor.module.css';
import { PagePreview } from './page-preview.tsx';
import { editedPages, type EditedPage } from './page-sections-form.ts';
import { type Choices, SectionForm } from './section-form.tsx';

type Props = {
  page: EditedPage;
  revision: number;
  stored: readonly EditedSection[];
  logos: readonly LogoEntry[];
  choices: Choices;
};

/** Edits a page section by section: order, visibility and content, next to a preview. */
export function PageEditor({ page, revision: storedRevision, stored, logos: storedLogos, choices }: Props) {
  const { label: title, path, kinds, sections: forms, standard } = editedPages[page];
  const [sections, setSections] = useState(stored);
  const [logos, setLogos] = useState(storedLogos);
  const [revision, setRevision] = useState(storedRevision);
  const [openKind, setOpenKind] = useState<string | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const { isBusy, isDone, failure, run, forget } = useForm();
  const list = useRef<HTMLOListElement>(null);
  const guard = useLeaveGuard();

  const draft = draftOf(page, sections, logos);
  const [saved, setSaved] = useState(draft);
  const isChanged = draft.sections !== saved.sections || draft.logos !== saved.logos;
  useEffect(() => (isChanged ? guard.begin() : undefined), [isChanged, guard]);
  const change = (next: readonly EditedSection[]) => {
    forget();
    setSections(next);
  };
  const changeSection = (kind: string, part: Partial<EditedSection>) =>
    change(sections.map((section) => (section.kind === kind ? { ...section, ...part } : section)));
  const labelOf = (kind: string) => forms[kind]?.label ?? kind;
  /** The first section stays the first. */
  const move = (kind: string, to: number) => {
    const moved = sections.find((section) => section.kind === kind);
    if (moved === undefined || kind === kinds[0] || to < 1 || to >= sections.length || sections[to] === moved) return;
    change(sections.filter((section) => section !== moved).toSpliced(to, 0, moved));
    setAnnouncement(`${labelOf(kind)} is section ${to + 1} of ${sections.length} now.`);
  };
  const step = (kind: string, at: number, by: 1 | -1, control: string) => {
    move(kind, at + by);
    // The list shows the new order after this.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-focus="${kind}:${control}"]`)?.focus());
  };
  const handleKey = (event: KeyboardEvent, kind: string, at: number) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    const { focus = `${kind}:open` } = event.currentTarget instanceof HTMLElement ? event.currentTarget.dataset : {};
    event.preventDefault();
    step(kind, at, event.key === 'ArrowUp' ? -1 : 1, focus.split(':')[1] ?? 'open');
  };
  const handleDrop = (event: DragEvent, at: number) => {
    event.preventDefault();
    if (dragged !== null) move(dragged, at);
    setDragged(null);
  };
  const save = async () => {
    const input = { page, revision, sections: draft.sections, logos: page === 'HOME' ? draft.logos : null };
    const isSaved = await run(async () => {
      const { savePageLayout } = await requestDocument(SavePageLayoutDocument, input);
      setRevision(savePageLayout?.pageLayout?.revision ?? revision + 1);
    });
    if (isSaved) setSaved(draft);
  };
  return (
    <form
      className={styles['page']}
      aria-label={title}
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h1>{title}</h1>
      <nav className={styles['pages']} aria-label="Pages">
        {Object.values(editedPages).map((page) => (
          <NavLink key={page.adminPath} to={page.adminPath} end>
            {page.label}
          </NavLink>
        ))}
      </nav>
      <p className="lead">Order the sections, hide them, and edit what they say. A section without content is left out.</p>
      <p role="status" className="sr">
        {announcement}
      </p>
      <div className={styles['columns']}>
        <div>
          <p className={styles['hint']}>Drag a section, use its arrow buttons, or press Alt with an arrow key.</p>
          <ol ref={list} className={styles['sections']} aria-label="Sections">
            {sections.map((section, at) => {
              const { kind, isHidden, content } = section;
              const form = forms[kind];
              if (form === undefined) return null;
              const isOpen = openKind === kind;
              const isFirst = at === 0;
              const dropTarget = {
                onDragOver: (event: DragEvent) => dragged !== null && !isFirst && event.preventDefault(),
                onDrop: (event: DragEvent) => handleDrop(event, at),
              };
              const onKeyDown = (event: KeyboardEvent) => handleKey(event, kind, at);
              const isStandard = Object.keys(changedContent(standard[kind] ?? {}, content)).length === 0;
              return (
                <li
                  key={kind}
                  className={styles['section']}
                  data-hidden={isHidden || undefined}
                  data-dragged={dragged === kind || undefined}
                  {...dropTarget}
                >
                  <div className={styles['sectionHead']}>
                    <span
                      className={styles['grip']}
                      draggable={!isFirst}
                      aria-hidden="true"
                      data-grip={kind}
                      onDragStart={(event) => {
                        event.dataTransfer.setData('text/plain', form.label);
                        setDragged(kind);
                      }}
                      onDragEnd={() => setDragged(null)}
                    >
                      {!isFirst && <Icon of={GripVertical} small />}
                    </span>
                    <h2>
                      <button
                        type="button"
                        className={styles['open']}
                        aria-expanded={isOpen}
                        data-focus={`${kind}:open`}
                        onKeyDown={onKeyDown}
                        onClick={() => setOpenKind(isOpen ? null : kind)}
                      >
                        {form.label}
                      </button>
                    </h2>
                    {!lastingKinds.has(kind) && (
                      <label className={styles['check']}>
                        <input
                          type="checkbox"
                          checked={!isHidden}
                          aria-label={`Show ${form.label}`}
                          onChange={({ currentTarget: { checked } }) => changeSection(kind, { isHidden: !checked })}
                        />
                        Show
                      </label>
                    )}
                    {!isFirst && (
                      <span className={styles['sectionActs']}>
                        <IconButton
                          icon={ArrowUp}
                          size="small"
                          label={`Move ${form.label} up`}
                          aria-disabled={at === 1}
                          data-focus={`${kind}:up`}
                          onKeyDown={onKeyDown}
                          onClick={() => step(kind, at, -1, 'up')}
                        />
                        <IconButton
                          icon={ArrowDown}
                          size="small"
                          label={`Move ${form.label} down`}
                          aria-disabled={at === sections.length - 1}
                          data-focus={`${kind}:down`}
                          onKeyDown={onKeyDown}
                          onClick={() => step(kind, at, 1, 'down')}
                        />
                      </span>
                    )}
                  </div>
                  {isOpen && (
                    <div className={styles['sectionBody']}>
                      <SectionForm
                        section={form}
                        content={content}
                        choices={choices}
                        logos={logos}
                        onChange={(part) => changeSection(kind, { content: { ...content, ...part } })}
                        onLogos={(next) => {
                          forget();
                          setLogos(next);
                        }}
                      />
                      {!isStandard && (
                        <Button variant="line" size="small" onClick={() => changeSection(kind, { content: { ...standard[kind] } })}>
                          Reset section
                        </Button>
                      )}
                    </div>
                  )}
                </li>
              );
            })}
          </ol>
          <div className={styles['end']}>
            {failure !== null && <ErrorNote>{failure}</ErrorNote>}
            <p className="acts">
              <Button type="submit" isBusy={isBusy}>
                {isBusy ? 'Saving…' : 'Save page'}
              </Button>
              <Link className="link" to={path}>
                View the page
              </Link>
            </p>
            <p role="status" className="meta">
              {isChanged ? 'Not saved yet.' : isDone ? 'Saved. Your site shows it now.' : ''}
            </p>
          </div>
        </div>
        <PagePreview page={page} title={title} draft={draft} />
      </div>
    </form>
  );
}
