import { itemLimits } from '@newline/api/rules/limits/item';
import { inputClass } from '@newline/ui/components/field';
import { useState } from 'react';
import styles from './studio-import-export.module.css';

type Props = { title: string; number: number; isDisabled: boolean; onRename: (title: string) => void };

/**
 * The title of a section, which is renamed when the author leaves the field: while they type, it can be empty or that of another section, with
 * which this one would be merged.
 */
export function SectionTitle({ title, number, isDisabled, onRename }: Props) {
  const [typed, setTyped] = useState(title);
  const rename = () => {
    const chosen = typed.trim();
    if (chosen === '') setTyped(title);
    else if (chosen !== title) onRename(chosen);
  };
  return (
    <input
      className={`${inputClass} ${styles['sectionTitle']}`}
      aria-label={`Title of section ${number}`}
      dir="auto"
      maxLength={itemLimits.title}
      disabled={isDisabled}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={rename}
      onKeyDown={(event) => event.key === 'Enter' && rename()}
    />
  );
}
