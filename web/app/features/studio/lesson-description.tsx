import { Field } from '@newline/ui/components/field';
import { useRef, useState } from 'react';
import { DescribeLessonDocument, type StudioLesson } from './lesson-documents.ts';
import { requestStudio } from './request-studio.ts';
import { showToast } from '../../shared/toast/show-toast.ts';
import styles from './studio.module.css';
import { sentenceOf } from '../../shared/form/explain-failure.ts';

/** The description of a lesson for the outline and search engines; saved on blur. */
export function LessonDescription({ lesson: { id, description } }: { lesson: Pick<StudioLesson, 'id' | 'description'> }) {
  const [text, setText] = useState(description ?? '');
  const [fault, setFault] = useState<string | null>(null);
  const saved = useRef(text);
  const save = async () => {
    if (text === saved.current) return;
    try {
      await requestStudio(DescribeLessonDocument, { id, description: text });
      saved.current = text;
      setFault(null);
      void showToast('Description saved.');
    } catch (error) {
      setFault(sentenceOf(error));
    }
  };
  return (
    <div className={styles['description']}>
      <Field
        control="textarea"
        label="Description"
        aside="optional"
        hint="A sentence or two. Public immediately."
        rows={4}
        name="description"
        value={text}
        error={fault}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => void save()}
      />
    </div>
  );
}
