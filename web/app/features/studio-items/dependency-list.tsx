import { Button } from '@newline/ui/components/button';
import { Field } from '@newline/ui/components/field';
import type { Dependency } from './item-form.ts';
import styles from './studio-items.module.css';

type Props = { list: readonly Dependency[]; error: string | undefined; onChange: (list: readonly Dependency[]) => void };

const none: Dependency = { name: '', version: '', link: '' };

/** Edits the dependencies of an item's code: names with their versions and links. */
export function DependencyList({ list, error, onChange }: Props) {
  const set = (at: number, change: Partial<Dependency>) => onChange(list.map((one, index) => (index === at ? { ...one, ...change } : one)));
  const text = (at: number, key: keyof Dependency) => ({
    value: list[at]?.[key] ?? '',
    onChange: (event: { target: { value: string } }) => set(at, { [key]: event.target.value }),
  });
  return (
    <fieldset className={styles['group']}>
      <legend>Built with</legend>
      {list.map((_, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- an entry is identified only by its position
        <div key={at} className={styles['pair']}>
          <div className={styles['two']}>
            <Field label={`Name ${at + 1}`} {...text(at, 'name')} />
            <Field label={`Version ${at + 1}`} aside="optional" spellCheck={false} {...text(at, 'version')} />
          </div>
          <Field label={`URL of ${at + 1}`} aside="optional" inputMode="url" spellCheck={false} {...text(at, 'link')} />
          <p className="acts">
            <Button variant="bare" size="small" onClick={() => onChange(list.filter((_one, index) => index !== at))}>
              Remove dependency {at + 1}
            </Button>
          </p>
        </div>
      ))}
      <p className="acts">
        <Button variant="line" size="small" onClick={() => onChange([...list, none])}>
          Add a dependency
        </Button>
      </p>
      {error !== undefined && (
        <p className={styles['fault']} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
