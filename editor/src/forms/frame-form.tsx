import { Field } from '@newline/ui/components/field';
import { AppWindow, SquareCode } from 'lucide';
import { useState } from 'react';
import { AddressField } from './address-field.tsx';
import { FormFrame } from './form-frame.tsx';
import type { FormProps } from './form-props.ts';
import styles from './forms.module.css';
import { refusalOfEmbed } from './load-embed.ts';
import { createBlock, insertFromForm, saveFromForm } from './save-block.ts';

/** Renders the form for an iframe or an IDE project: the URL of an allowed site, and a height. */
export function FrameForm({ view, form, services, node, onDone }: FormProps) {
  const isIde = form.kind === 'ide';
  const [src, setSrc] = useState(String(node?.attrs['src'] ?? ''));
  const [title, setTitle] = useState(String(node?.attrs['title'] ?? ''));
  const [file, setFile] = useState(String(node?.attrs['file'] ?? ''));
  const [height, setHeight] = useState(`${node?.attrs['height'] ?? ''}`);
  const [fault, setFault] = useState<{ readonly field: 'src' | 'height'; readonly message: string } | null>(null);

  const submit = () => {
    const refusal = refusalOfEmbed(src, services);
    const pixels = height.trim() === '' ? null : Number(height);
    const isHeight = pixels === null || (Number.isInteger(pixels) && pixels >= 40 && pixels <= 4000);
    const problem =
      refusal !== null
        ? { field: 'src' as const, message: refusal }
        : isHeight
          ? null
          : { field: 'height' as const, message: 'Enter a height from 40 to 4000.' };
    setFault(problem);
    if (problem !== null) return;
    const attributes = { src: src.trim(), height: pixels, ...(isIde ? { title: title.trim(), file: file.trim() } : {}) };
    if (form.isEdit) saveFromForm(view, attributes);
    else insertFromForm(view, createBlock(view, isIde ? 'ideEmbed' : 'iframeEmbed', attributes));
    onDone();
  };

  return (
    <FormFrame
      icon={isIde ? SquareCode : AppWindow}
      title={isIde ? 'Project in an IDE' : 'Iframe'}
      action={form.isEdit ? 'Update' : 'Insert'}
      error={fault?.message ?? null}
      onSubmit={submit}
      onCancel={onDone}
    >
      <AddressField
        value={src}
        isWrong={fault?.field === 'src'}
        placeholder={isIde ? 'https://stackblitz.com/edit/…' : 'https://www.desmos.com/calculator/…'}
        onChange={setSrc}
      />
      <div className={isIde ? styles.project : undefined}>
        {isIde && <Field label="Title" value={title} maxLength={300} onChange={(event) => setTitle(event.target.value)} />}
        {isIde && <Field label="File" aside="optional" value={file} maxLength={500} onChange={(event) => setFile(event.target.value)} />}
        <Field
          label="Height"
          aside="pixels, optional"
          inputMode="numeric"
          value={height}
          onChange={(event) => setHeight(event.target.value)}
          aria-invalid={fault?.field === 'height'}
        />
      </div>
    </FormFrame>
  );
}
