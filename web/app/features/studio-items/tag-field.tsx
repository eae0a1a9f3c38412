import { Button } from '@newline/ui/components/button';
import { Field } from '@newline/ui/components/field';
import { IconButton } from '@newline/ui/components/icon-button';
import { X } from 'lucide';
import { useId, useState } from 'react';
import type { TagRow } from './studio-item.ts';
import styles from './studio-items.module.css';

type Props = {
  tags: readonly TagRow[];
  chosen: readonly string[];
  error: string | undefined;
  onChange: (chosen: readonly string[]) => void;
};

/** Selects tags by name, with suggestions. */
export function TagField({ tags, chosen, error, onChange }: Props) {
  const [input, setInput] = useState('');
  const list = useId();
  const add = () => {
    const tagName = input.trim();
    if (tagName === '') return;
    const existing = tags.find(({ name, slug }) => name.toLowerCase() === tagName.toLowerCase() || slug === tagName.toLowerCase());
    const name = existing?.name ?? tagName;
    if (!chosen.includes(name)) onChange([...chosen, name]);
    setInput('');
  };
  return (
    <div className={styles['group']}>
      <Field
        label="Tags"
        aside="at most 10"
        hint="Type a name and press Enter."
        list={list}
        value={input}
        error={error}
        autoComplete="off"
        onChange={(event: { target: { value: string } }) => setInput(event.target.value)}
        onKeyDown={(event: { key: string; preventDefault: () => void }) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <datalist id={list}>
        {tags.map(({ slug, name }) => (
          <option key={slug}>{name}</option>
        ))}
      </datalist>
      <p className="acts">
        <Button variant="line" size="small" onClick={add}>
          Add the tag
        </Button>
      </p>
      {chosen.length > 0 && (
        <ul className={styles['chips']} aria-label="Selected tags">
          {chosen.map((name) => (
            <li key={name}>
              <bdi>{name}</bdi>
              <IconButton
                label={`Remove the tag ${name}`}
                icon={X}
                size="small"
                onClick={() => onChange(chosen.filter((one) => one !== name))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
