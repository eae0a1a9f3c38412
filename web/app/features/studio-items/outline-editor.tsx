import { ErrorNote } from '@newline/ui/components/error-note';
import { Icon } from '@newline/ui/components/icon';
import { IconButton } from '@newline/ui/components/icon-button';
import { Menu } from '@newline/ui/components/menu';
import { ArrowDown, ArrowUp, Ellipsis, GripVertical, Pencil, Trash2 } from 'lucide';
import { useState, type DragEvent } from 'react';
import { outlineChanges, ownerOf } from './item-changes.ts';
import type { LessonRow } from './item-documents.ts';
import { partNames } from './item-words.ts';
import { LessonSettings } from './lesson-settings.tsx';
import type { OutlinePosition, Section } from './outline.ts';
import { OutlineLesson } from './outline-lesson.tsx';
import { LazyConfirmDialog } from '../../shared/confirm/lazy-confirm-dialog.tsx';
import type { TypedDocument } from '../../shared/graphql-document.ts';
import { sendChange } from './send-change.ts';
import type { StudioItem } from './studio-item.ts';
import { TitleForm } from './title-form.tsx';
import { useOutline } from './use-outline.ts';
import styles from './studio-items.module.css';

type Props = { item: StudioItem; reload: () => Promise<void> };
type Question = { kind: 'lesson'; lesson: LessonRow } | { kind: 'section'; section: Section } | { kind: 'settings'; lesson: LessonRow };
type Dragged = { kind: 'lesson' | 'section'; id: string };

/** Edits the sections and lessons of an outline: moved by dragging, buttons and keys; added and renamed in place. */
export function OutlineEditor({ item, reload }: Props) {
  const moves = useOutline(item.outline, reload);
  const [renamed, setRenamed] = useState<string | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const owner = ownerOf(item.kind, item.id);
  const { one } = partNames[item.kind];
  const mayDelete = item.mayPublish || item.publishedAt === null;
  const { outline } = moves;
  let number = 0;

  const rename = async (change: () => Promise<unknown>, title: string) => {
    const isSaved = await moves.run(change, `Renamed to “${title}”.`);
    if (isSaved) setRenamed(null);
    return false;
  };
  const handleDrop = (event: DragEvent, move: (event: DragEvent) => void) => {
    event.preventDefault();
    event.stopPropagation();
    move(event);
    setDragged(null);
  };
  /** Returns the position before or after the line under the pointer. */
  const beside = (event: DragEvent, section: Section, lessonId: string): OutlinePosition => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = section.lessons.filter(({ id }) => id !== dragged?.id).findIndex(({ id }) => id === lessonId);
    return { sectionId: section.id, position: at + 1 + (event.clientY > box.top + box.height / 2 ? 1 : 0) };
  };
  const endOf = ({ id, lessons }: Section): OutlinePosition => ({
    sectionId: id,
    position: lessons.filter((lesson) => lesson.id !== dragged?.id).length + 1,
  });

  return (
    <section className={styles['outline']} aria-labelledby="outline-title">
      <h2 id="outline-title" className={styles['partTitle']}>
        Outline
      </h2>
      <p className="meta">
        Drag a line, use its arrow buttons, or press Alt with an arrow key. Select a title to edit the text of the {one}.
      </p>
      <p role="status" className="sr">
        {moves.announcement}
      </p>
      {moves.failure !== null && <ErrorNote>{moves.failure}</ErrorNote>}
      {outline.map((section, index) => {
        const sectionId = section.id;
        if (sectionId === null && section.lessons.length === 0 && outline.length > 1) return null;
        return (
          <div
            key={sectionId ?? 'first'}
            className={styles['section']}
            data-dragged={(sectionId !== null && dragged?.id === sectionId) || undefined}
            onDragOver={(event) => dragged && event.preventDefault()}
            onDrop={(event) =>
              handleDrop(event, () => {
                if (dragged?.kind === 'lesson') moves.placeLesson(dragged.id, endOf(section));
                if (dragged?.kind === 'section' && dragged.id !== sectionId) moves.moveSection(dragged.id, Math.max(1, index));
              })
            }
          >
            {sectionId !== null && (
              <div className={styles['sectionHead']}>
                <span
                  className={styles['grip']}
                  draggable
                  aria-hidden="true"
                  onDragStart={(event) => {
                    event.dataTransfer.setData('text/plain', section.title);
                    setDragged({ kind: 'section', id: sectionId });
                  }}
                  onDragEnd={() => setDragged(null)}
                >
                  <Icon of={GripVertical} small />
                </span>
                {renamed === sectionId ? (
                  <TitleForm
                    label={`Title of the section “${section.title}”`}
                    action="Save"
                    value={section.title}
                    onCancel={() => setRenamed(null)}
                    onSubmit={(title) => rename(() => sendChange(outlineChanges.renameSection, { id: sectionId, title }), title)}
                  />
                ) : (
                  <h3 dir="auto">{section.title}</h3>
                )}
                <span className={styles['rowActs']}>
                  <IconButton
                    label={`Move the section “${section.title}” up`}
                    icon={ArrowUp}
                    size="small"
                    data-focus={`${sectionId}:up`}
                    onClick={() => moves.moveSection(sectionId, index - 1)}
                  />
                  <IconButton
                    label={`Move the section “${section.title}” down`}
                    icon={ArrowDown}
                    size="small"
                    data-focus={`${sectionId}:down`}
                    onClick={() => moves.moveSection(sectionId, index + 1)}
                  />
                  <Menu
                    trigger={<IconButton label={`More actions for the section “${section.title}”`} icon={Ellipsis} size="small" />}
                    items={[
                      { label: 'Rename', icon: Pencil, onSelect: () => setRenamed(sectionId) },
                      { label: 'Delete…', icon: Trash2, startsGroup: true, onSelect: () => setQuestion({ kind: 'section', section }) },
                    ]}
                  />
                </span>
              </div>
            )}
            {section.lessons.length > 0 && (
              <ol className={styles['lessons']} aria-label={sectionId === null ? `Before the first section` : section.title}>
                {section.lessons.map((lesson) => (
                  <OutlineLesson
                    key={lesson.id}
                    lesson={lesson}
                    number={++number}
                    isDragged={dragged?.id === lesson.id}
                    isRenamed={renamed === lesson.id}
                    mayDelete={mayDelete}
                    onStep={(step) => moves.stepLesson(lesson.id, step)}
                    onRename={(title) => rename(() => sendChange(outlineChanges.updateLesson, { id: lesson.id, patch: { title } }), title)}
                    onRenaming={(isRenaming) => setRenamed(isRenaming ? lesson.id : null)}
                    onSettings={() => setQuestion({ kind: 'settings', lesson })}
                    onDelete={() => setQuestion({ kind: 'lesson', lesson })}
                    onDragStart={() => setDragged({ kind: 'lesson', id: lesson.id })}
                    onDragEnd={() => setDragged(null)}
                    onDrop={(event) => {
                      if (dragged?.kind !== 'lesson') return;
                      handleDrop(event, () => dragged.id !== lesson.id && moves.placeLesson(dragged.id, beside(event, section, lesson.id)));
                    }}
                  />
                ))}
              </ol>
            )}
            <TitleForm
              label={sectionId === null ? `New ${one}` : `New ${one} in “${section.title}”`}
              action="Add"
              onSubmit={(title) =>
                moves.run(() => sendChange(outlineChanges.addLesson, { ...owner, sectionId, title }), `Added “${title}”.`)
              }
            />
          </div>
        );
      })}
      <div className={styles['newSection']}>
        <TitleForm
          label="New section"
          action="Add section"
          onSubmit={(title) => moves.run(() => sendChange(outlineChanges.addSection, { ...owner, title }), `Added the section “${title}”.`)}
        />
      </div>
      {question?.kind === 'settings' && (
        <LessonSettings lesson={question.lesson} item={item} reload={reload} onClose={() => setQuestion(null)} />
      )}
      {(question?.kind === 'lesson' || question?.kind === 'section') && (
        <LazyConfirmDialog
          title={`Delete “${titleOf(question)}”?`}
          action="Delete"
          onConfirm={() => {
            const id = question.kind === 'lesson' ? question.lesson.id : (question.section.id ?? '');
            const document: TypedDocument<unknown, { id: string }> =
              question.kind === 'lesson' ? outlineChanges.deleteLesson : outlineChanges.deleteSection;
            return moves.run(() => sendChange(document, { id }), `Deleted “${titleOf(question)}”.`);
          }}
          onClose={() => setQuestion(null)}
        >
          {question.kind === 'lesson'
            ? 'This also deletes its text, comments and progress. You can’t undo this.'
            : `Its ${partNames[item.kind].many} move to the previous section.`}
        </LazyConfirmDialog>
      )}
    </section>
  );
}

function titleOf(question: Question): string {
  return question.kind === 'section' ? question.section.title : question.lesson.title;
}
