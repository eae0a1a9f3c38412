import { type ComponentType, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { EditorServices } from '../services.ts';
import { useViewState, type ViewStore } from '../views/view-store.ts';
import { EmbedForm } from './embed-form.tsx';
import type { FormProps } from './form-props.ts';
import type { FormSlot } from './form-slot.ts';
import { closeForm, openFormOf, type FormKind } from './forms-plugin.ts';
import { FrameForm } from './frame-form.tsx';
import { ImageForm } from './image-form.tsx';
import { MdxForm } from './mdx-form.tsx';
import { RemoteCodeForm } from './remote-code-form.tsx';
import { RepositoryLinkForm } from './repository-link-form.tsx';

const forms: Readonly<Record<FormKind, ComponentType<FormProps>>> = {
  'remote-code': RemoteCodeForm,
  embed: EmbedForm,
  iframe: FrameForm,
  ide: FrameForm,
  'repository-link': RepositoryLinkForm,
  mdx: MdxForm,
  image: ImageForm,
};

type Props = { store: ViewStore; slot: FormSlot; services: EditorServices };

/** Renders the open form in its slot between the blocks. */
export function FormHost({ store, slot, services }: Props) {
  const form = useViewState(store, openFormOf);
  const host = useSyncExternalStore(slot.subscribe, slot.current, () => null);
  const view = store.view();
  if (form === null || view === null || host === null) return null;
  const Form = forms[form.kind];
  const handleDone = () => {
    if (view.isDestroyed) return;
    if (openFormOf(view.state) !== null) view.dispatch(closeForm(view.state.tr));
    view.focus();
  };
  const node = form.isEdit ? view.state.doc.nodeAt(form.at) : null;
  return createPortal(<Form key={form.id} view={view} form={form} services={services} node={node} onDone={handleDone} />, host);
}
