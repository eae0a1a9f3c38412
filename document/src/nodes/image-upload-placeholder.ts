import { blockId, flag, integer, optionalInteger } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';

/**
 * The placeholder of an image that is still uploading. It exists only in the editor and is never stored. `uploadedSize` of `totalSize`
 * bytes have been sent, which is `progressPercent`; `loading` is false once the upload has failed. Normalization drops placeholders at 100
 * percent.
 */
export const imageUploadPlaceholder: NodeDefinition = {
  name: 'imageUploadPlaceholder',
  group: 'block',
  isForComments: true,
  attributes: {
    uniqueId: blockId(),
    progressPercent: integer(0, 100, 0),
    totalSize: integer(0, 2_000_000_000, 0),
    uploadedSize: integer(0, 2_000_000_000, 0),
    loading: flag(true),
    width: optionalInteger(1, 20_000),
    height: optionalInteger(1, 20_000),
  },
  markdown: {
    write: (node, writer) => {
      const attributes = writer.attributes(node);
      return attributes === '' ? '::uploading' : `::uploading{${attributes}}`;
    },
    directives: [{ name: 'uploading', isContainer: false }],
  },
  html: {},
};

/** Renders nothing: readers see an image or none. */
export const renderImageUploadPlaceholder: RenderNode = () => [];
