import { Field } from '@newline/ui/components/field';
import { FolderGit2 } from 'lucide';
import { useState } from 'react';
import { FormFrame } from './form-frame.tsx';
import type { FormProps } from './form-props.ts';
import { createBlock, insertFromForm, saveFromForm } from './save-block.ts';

/** Renders the form for the text of the link to the item's own repository. The site sets the URL. */
export function RepositoryLinkForm({ view, form, node, onDone }: FormProps) {
  const [title, setTitle] = useState(String(node?.attrs['title'] ?? ''));
  const submit = () => {
    const attributes = title.trim() === '' ? {} : { title: title.trim() };
    if (form.isEdit) saveFromForm(view, attributes);
    else insertFromForm(view, createBlock(view, 'protectedRepositoryLink', attributes));
    onDone();
  };
  return (
    <FormFrame
      icon={FolderGit2}
      title="Link to the repository"
      action={form.isEdit ? 'Update' : 'Insert'}
      error={null}
      onSubmit={submit}
      onCancel={onDone}
    >
      <Field
        label="Link text"
        value={title}
        maxLength={200}
        onChange={(event) => setTitle(event.target.value)}
        placeholder="Get the code of this lesson"
        hint="Links to this item on the asset server. Each reader gets a signed link."
      />
    </FormFrame>
  );
}
