import { safeUrl } from '@newline/document/safe-url';
import { Field } from '@newline/ui/components/field';
import { Image } from 'lucide';
import { useState } from 'react';
import { readLinkAddress, unsafeAddress } from '../menus/link-commands.ts';
import { FormFrame } from './form-frame.tsx';
import type { FormProps } from './form-props.ts';
import { saveFromForm } from './save-block.ts';

/** Renders the form for an image's alternative text and the link that it leads to. */
export function ImageForm({ view, node, onDone }: FormProps) {
  const [alt, setAlt] = useState(String(node?.attrs['alt'] ?? ''));
  const [href, setHref] = useState(String(node?.attrs['href'] ?? ''));
  const [title, setTitle] = useState(String(node?.attrs['title'] ?? ''));
  const [error, setError] = useState<string | null>(null);

  const submit = () => {
    const address = href.trim() === '' ? null : readLinkAddress(href);
    if (href.trim() !== '' && (address === null || safeUrl(address, 'link') === null)) {
      setError(unsafeAddress);
      return;
    }
    saveFromForm(view, { alt: alt.trim().replaceAll(/\s*\n\s*/gu, ' '), href: address, title: title.trim() === '' ? null : title.trim() });
    onDone();
  };

  return (
    <FormFrame icon={Image} title="Image" action="Update" error={error} onSubmit={submit} onCancel={onDone}>
      <Field
        control="textarea"
        label="Alt text"
        rows={2}
        maxLength={2000}
        value={alt}
        onChange={(event) => setAlt(event.target.value)}
        onKeyDown={(event) => {
          // The text is one sentence, however long, so a line break in it has no meaning.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
        hint="For people who can’t see the image. One sentence, without “image of”."
      />
      <Field label="Link" aside="optional" value={href} onChange={(event) => setHref(event.target.value)} aria-invalid={error !== null} />
      <Field label="Tooltip" aside="optional" maxLength={500} value={title} onChange={(event) => setTitle(event.target.value)} />
    </FormFrame>
  );
}
