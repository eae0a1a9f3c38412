import { Field } from '@newline/ui/components/field';
import type { OwnItem } from './import-export-documents.ts';

type Props = {
  items: readonly OwnItem[];
  isAuthor: boolean;
  isDisabled: boolean;
  value: string;
  onChange: (value: string) => void;
};

/** Chooses a new course or book, or one that the user writes. */
export function TargetField({ items, isAuthor, isDisabled, value, onChange }: Props) {
  return (
    <Field
      label="Import into"
      control="select"
      disabled={isDisabled}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">As specified in the archive</option>
      {isAuthor && <option value="course">A new course</option>}
      {isAuthor && <option value="book">A new book</option>}
      {items.map(({ id, title, permalink }) => (
        <option key={id} value={permalink}>
          {title}
        </option>
      ))}
    </Field>
  );
}
