import { itemLimits } from '@newline/api/rules/limits/item';
import { staffLimits } from '@newline/api/rules/limits/staff';
import { Button, buttonClass } from '@newline/ui/components/button';
import { ErrorNote } from '@newline/ui/components/error-note';
import { Field } from '@newline/ui/components/field';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ConfirmButton } from '../../shared/confirm/confirm-button.tsx';
import { explainFields } from '../../shared/form/explain-fields.ts';
import { useForm } from '../../shared/form/use-form.ts';
import { TechnologyIcon } from '../../shared/library/technology-icon.tsx';
import { technologyIcons } from '../../shared/library/technology-icons.ts';
import { Link } from '../../shared/link.tsx';
import { requestDocument } from '../../shared/request-document.ts';
import { showToast } from '../../shared/toast/show-toast.ts';
import { ColorField } from './color-field.tsx';
import { SiteImageField } from './site-image-field.tsx';
import { type EditedTag, MergeTagsDocument, SaveTagDocument } from './tag-documents.ts';
import styles from './site-settings.module.css';

type Props = { tag: EditedTag | null; others: readonly { id: string; name: string }[] };

const explain = explainFields(['name', 'slug', 'icon', 'color', 'intoId']);

/** The form of a tag; null for a new one. An existing tag can be merged into another one. */
export function TagPage({ tag, others }: Props) {
  const navigate = useNavigate();
  const [values, setValues] = useState({
    name: tag?.name ?? '',
    slug: tag?.slug ?? '',
    isCategory: tag?.isCategory ?? false,
    icon: tag?.icon ?? '',
    color: tag?.color ?? '',
  });
  const { busy, failure, faults, run, refuse, forget } = useForm(explain);
  const form = useRef<HTMLFormElement>(null);
  const title = tag?.name ?? 'New tag';
  const isUploaded = values.icon.startsWith('/');
  const change = (part: Partial<typeof values>) => {
    forget();
    setValues((current) => ({ ...current, ...part }));
  };
  const showFault = () => requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  const leave = async (done: string) => {
    await navigate('/admin/tags');
    void showToast(done);
  };
  const save = async () => {
    if (values.name.trim() === '') {
      refuse({ name: 'Enter a name.' });
      showFault();
      return;
    }
    if (await run(() => requestDocument(SaveTagDocument, { id: tag?.id ?? null, changes: values }), 'save')) await leave('Saved.');
    else showFault();
  };
  return (
    <div className={styles['page']}>
      <Link className="link up" to="/admin/tags">
        Tags
      </Link>
      <h1 dir="auto">{title}</h1>
      <form
        ref={form}
        className={styles['fields']}
        method="post"
        aria-label={title}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label="Name"
          value={values.name}
          error={faults['name']}
          maxLength={itemLimits.tag}
          required
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Field
          control="select"
          label="Kind"
          value={values.isCategory ? 'category' : 'technology'}
          hint="Categories are the tabs of the catalog. Technologies describe what a title is about."
          onChange={(event) => change({ isCategory: event.currentTarget.value === 'category' })}
        >
          <option value="technology">Technology</option>
          <option value="category">Category</option>
        </Field>
        <Field
          label="Slug"
          aside="optional"
          value={values.slug}
          error={faults['slug']}
          maxLength={staffLimits.tagSlug}
          spellCheck={false}
          autoCapitalize="none"
          hint={
            tag === null
              ? 'The last part of its URL. Leave empty to base it on the name.'
              : 'The last part of its URL. Links with an old slug still work.'
          }
          onChange={(event) => change({ slug: event.currentTarget.value })}
        />
        <Field
          control="select"
          label="Icon"
          value={isUploaded ? 'own' : values.icon}
          error={faults['icon']}
          onChange={(event) => change({ icon: event.currentTarget.value })}
        >
          <option value="">None</option>
          {isUploaded && <option value="own">Your own image</option>}
          {technologyIcons.map((icon) => (
            <option key={icon}>{icon}</option>
          ))}
        </Field>
        {values.icon !== '' && !isUploaded && (
          <p>
            <TechnologyIcon icon={values.icon} color={values.color} className={styles['tagIcon']} />
          </p>
        )}
        <SiteImageField
          label="Image for the icon"
          hint="Replaces the icon from the list. SVG, PNG or WebP, square."
          theme="light"
          value={isUploaded ? values.icon : ''}
          error={undefined}
          onChange={(icon) => change({ icon })}
        />
        <ColorField
          label="Color"
          value={values.color}
          standard="#5b6660"
          error={faults['color']}
          nearest={undefined}
          onChange={(color) => change({ color })}
        />
        {failure !== null && <ErrorNote>{failure}</ErrorNote>}
        <p className="acts">
          <Button type="submit" isBusy={busy === 'save'}>
            {busy === 'save' ? 'Saving…' : tag === null ? 'Create tag' : 'Save tag'}
          </Button>
          <Link className={buttonClass({ variant: 'bare' })} to="/admin/tags">
            Cancel
          </Link>
        </p>
      </form>
      {tag !== null && others.length > 0 && (
        <MergeTag
          tag={tag}
          others={others}
          isBusy={busy === 'merge'}
          error={faults['intoId']}
          onMerge={async (intoId) => {
            if (await run(() => requestDocument(MergeTagsDocument, { id: tag.id, intoId }), 'merge')) await leave('Merged.');
          }}
        />
      )}
    </div>
  );
}

type MergeProps = {
  tag: EditedTag;
  others: Props['others'];
  isBusy: boolean;
  error: string | undefined;
  onMerge: (intoId: string) => Promise<void>;
};

/** Merges the tag into another one. */
function MergeTag({ tag, others, isBusy, error, onMerge }: MergeProps) {
  const [intoId, setIntoId] = useState(others[0]?.id ?? '');
  const into = others.find(({ id }) => id === intoId)?.name ?? '';
  return (
    <section aria-labelledby="merge">
      <h2 id="merge">Merge</h2>
      <div className={styles['fields']}>
        <Field
          control="select"
          label={`Merge ${tag.name} into`}
          value={intoId}
          error={error}
          hint="Combine two tags for the same thing."
          onChange={(event) => setIntoId(event.currentTarget.value)}
        >
          {others.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Field>
        <p>
          <ConfirmButton
            action="Merge"
            object={`${tag.name} into ${into}`}
            consequence={`Titles with ${tag.name} get ${into} instead, and links to ${tag.name} lead there. You can’t undo this.`}
            size="normal"
            isBusy={isBusy}
            onConfirm={() => onMerge(intoId)}
          />
        </p>
      </div>
    </section>
  );
}
