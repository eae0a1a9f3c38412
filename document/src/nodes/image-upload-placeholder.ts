import { blockId, flag, integer, optionalInteger } from '../schema/attribute.ts';
import type { NodeDefinition } from '../schema/definition.ts';
import type { RenderNode } from '../render/element.ts';

/** Stands where an image will be while it is uploaded. One at 100 percent is dropped by normalisation. */
export const imageUploadPlaceholder: NodeDefinition = {
  name: 'imageUploadPlaceholder',
  summary: 'Stands for an image that is being uploaded. Dropped when the document is cleaned and it is at 100 percent.',
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

/** Nothing: readers see an image or none. */
export const renderImageUploadPlaceholder: RenderNode = () => [];
