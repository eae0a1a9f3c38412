import type { Json } from '@newline/document/document-node';
import { Field } from '@newline/ui/components/field';
import { Puzzle } from 'lucide';
import { useState } from 'react';
import { FormFrame } from './form-frame.tsx';
import type { FormProps } from './form-props.ts';
import { mdxComponents, readProperties, writeProperties } from './read-properties.ts';
import { createBlock, insertFromForm, saveFromForm } from './save-block.ts';

/** Renders the form for a component of compiled MDX: one from a list, with literal properties. */
export function MdxForm({ view, form, node, onDone }: FormProps) {
  const [component, setComponent] = useState(String(node?.attrs['component'] ?? 'Details'));
  const [lines, setLines] = useState(() => writeProperties((node?.attrs['properties'] ?? {}) as Readonly<Record<string, Json>>));
  const [error, setError] = useState<string | null>(null);

  const submit = () => {
    const { properties, fault } = readProperties(lines);
    setError(fault);
    if (properties === null) return;
    if (form.isEdit) saveFromForm(view, { component, properties });
    else {
      const paragraph = view.state.schema.nodes['paragraph']?.create();
      const block = createBlock(view, 'mdx', { component, properties });
      insertFromForm(view, paragraph === undefined || block.childCount > 0 ? block : block.type.create(block.attrs, [paragraph]));
    }
    onDone();
  };

  return (
    <FormFrame
      icon={Puzzle}
      title="MDX component"
      action={form.isEdit ? 'Update' : 'Insert'}
      error={error}
      onSubmit={submit}
      onCancel={onDone}
    >
      <Field control="select" label="Component" value={component} onChange={(event) => setComponent(event.target.value)}>
        {mdxComponents.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Field>
      <Field
        control="textarea"
        label="Properties"
        rows={3}
        value={lines}
        onChange={(event) => setLines(event.target.value)}
        aria-invalid={error !== null}
        placeholder="title=What the planner saw"
        hint="name=value, one per line. Literal values only."
      />
    </FormFrame>
  );
}
