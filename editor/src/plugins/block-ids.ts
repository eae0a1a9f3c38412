import { append } from '@newline/document/append';
import { createBlockId, platformRandom } from '@newline/document/block-ids';
import type { Random } from '@newline/document/document-node';
import { findNode, idAttributeOf } from '@newline/document/schema/nodes';
import { Extension } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import type { Mapping } from '@tiptap/pm/transform';
import { AfterComposition } from './composition.ts';
import { changesStructure } from './structure-changes.ts';

interface Carrier {
  readonly node: Node;
  readonly pos: number;
  readonly attribute: 'uniqueId' | 'id';
  readonly needsId: boolean;
}

const attributeNames = new Map<string, 'uniqueId' | 'id' | null>();

function idAttribute(name: string): 'uniqueId' | 'id' | null {
  let attribute = attributeNames.get(name);
  if (attribute === undefined) {
    const definition = findNode(name);
    attribute = definition === undefined ? null : idAttributeOf(definition);
    attributeNames.set(name, attribute);
  }
  return attribute;
}

/** Finds all nodes that should have an ID: top-level blocks, and nodes with a `uniqueId` at any depth. */
function findCarriers(doc: Node): Carrier[] {
  const carriers: Carrier[] = [];
  doc.descendants((node, pos, parent) => {
    const attribute = idAttribute(node.type.name);
    if (attribute !== null) {
      const needsId = parent === doc || attribute === 'uniqueId';
      if (needsId || node.attrs[attribute] !== null) carriers.push({ node, pos, attribute, needsId });
    }
    return !node.inlineContent;
  });
  return carriers;
}

/**
 * Adds missing block IDs and replaces duplicates. Of several blocks with one ID, the original keeps it, so that reading progress and notes
 * stay in place: `before` and `mapping` tell where that is now. Returns null if nothing is to be changed.
 */
function repairBlockIds(state: EditorState, random: Random, before?: Node, mapping?: Mapping): Transaction | null {
  const taken = new Set<string>();
  const sharing = new Map<string, Carrier[]>();
  const lacking: Carrier[] = [];
  for (const carrier of findCarriers(state.doc)) {
    const id: unknown = carrier.node.attrs[carrier.attribute];
    if (typeof id !== 'string') lacking.push(carrier);
    else {
      taken.add(id);
      const others = sharing.get(id);
      if (others === undefined) sharing.set(id, [carrier]);
      else others.push(carrier);
    }
  }
  const shared = [...sharing].filter(([, carriers]) => carriers.length > 1);
  if (lacking.length === 0 && shared.length === 0) return null;
  const renewed = [...lacking];
  const homes = shared.length > 0 && before !== undefined && mapping !== undefined ? findHomes(before, mapping) : new Map<string, number>();
  for (const [id, carriers] of shared) {
    const carrierToKeep = chooseCarrier(carriers, homes.get(id));
    append(
      renewed,
      carriers.filter((carrier) => carrier !== carrierToKeep),
    );
  }
  const tr = state.tr;
  for (const { pos, attribute } of renewed) tr.setNodeAttribute(pos, attribute, createBlockId(taken, random));
  return tr;
}

/** Returns the current position of each ID of the previous document. */
function findHomes(before: Node, mapping: Mapping): Map<string, number> {
  const homes = new Map<string, number>();
  for (const { node, pos, attribute } of findCarriers(before)) {
    const id: unknown = node.attrs[attribute];
    if (typeof id === 'string') homes.set(id, mapping.map(pos));
  }
  return homes;
}

/** An empty line that Enter created before a block's text doesn't take its ID. */
function chooseCarrier(carriers: readonly Carrier[], home: number | undefined): Carrier | undefined {
  const isEmptyLine = ({ node }: Carrier) => node.isTextblock && node.content.size === 0;
  const atHome = carriers.find(({ pos }) => pos === home);
  if (atHome !== undefined && !isEmptyLine(atHome)) return atHome;
  return carriers.find((carrier) => !isEmptyLine(carrier)) ?? atHome ?? carriers[0];
}

/** Keeps block IDs present and unique, in the same step of history as the change that disturbed them. */
export const BlockIds = Extension.create<{ readonly random: Random }>({
  name: 'blockIds',
  addOptions: () => ({ random: platformRandom }),
  addProseMirrorPlugins() {
    const { random } = this.options;
    const later = new AfterComposition((state) => repairBlockIds(state, random)?.setMeta('addToHistory', false) ?? null);
    return [
      new Plugin({
        key: new PluginKey('blockIds'),
        view: later.pluginView,
        appendTransaction: (transactions, before, state) => {
          if (!transactions.some(({ docChanged }) => docChanged) || !changesStructure(transactions) || later.postpones()) return null;
          return repairBlockIds(state, random, before.doc, mappingOf(transactions));
        },
      }),
    ];
  },
});

function mappingOf(transactions: readonly Transaction[]): Mapping | undefined {
  const [first, ...others] = transactions;
  const mapping = first?.mapping.slice(0);
  for (const { mapping: next } of others) mapping?.appendMapping(next);
  return mapping;
}
