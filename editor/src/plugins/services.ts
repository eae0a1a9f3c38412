import { type Editor, Extension } from '@tiptap/core';
import type { EditorServices } from '../services.ts';

interface ServicesOptions {
  readonly services: EditorServices | null;
}

/** Stores the page's services for nodes and menus; `servicesOf` reads them. */
export const Services = Extension.create<ServicesOptions>({
  name: 'services',
  addOptions: () => ({ services: null }),
});

/** Returns the services of an editor. @throws if the editor was created without services. */
export function servicesOf(editor: Editor): EditorServices {
  const extension = editor.extensionManager.extensions.find(({ name }) => name === 'services');
  const options: unknown = extension?.options;
  const services = typeof options === 'object' && options !== null && 'services' in options ? options.services : null;
  if (services === null) throw new Error('servicesOf: expected an editor made with services');
  return services as EditorServices;
}
