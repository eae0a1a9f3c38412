import { normalizeEmbedUrl } from '@newline/document/embeds/embed-address';
import { MonitorPlay } from 'lucide';
import { useState } from 'react';
import { AddressField } from './address-field.tsx';
import { FormFrame } from './form-frame.tsx';
import type { FormProps } from './form-props.ts';
import { refusalOfEmbed } from './load-embed.ts';
import { createBlock, insertFromForm, saveFromForm } from './save-block.ts';

/** Renders the form for the URL of an embed. A URL whose site isn't in the list is rejected. */
export function EmbedForm({ view, form, services, node, onDone }: FormProps) {
  const [url, setUrl] = useState(String(node?.attrs['url'] ?? ''));
  const [error, setError] = useState<string | null>(null);

  const submit = () => {
    const refusal = refusalOfEmbed(url, services);
    setError(refusal);
    if (refusal !== null) return;
    // The block itself looks up the URL.
    const looking = { url: normalizeEmbedUrl(url.trim()), title: null, src: null, scriptSrc: null, html: '', loading: true };
    if (form.isEdit) saveFromForm(view, looking);
    else insertFromForm(view, createBlock(view, 'embed', looking));
    onDone();
  };

  return (
    <FormFrame
      icon={MonitorPlay}
      title="Embed"
      action={form.isEdit ? 'Update' : 'Insert'}
      error={error}
      onSubmit={submit}
      onCancel={onDone}
    >
      <AddressField
        value={url}
        isWrong={error !== null}
        placeholder="https://www.youtube.com/watch?v=…"
        hint="A video, post, sandbox or form from a supported site."
        onChange={setUrl}
      />
    </FormFrame>
  );
}
