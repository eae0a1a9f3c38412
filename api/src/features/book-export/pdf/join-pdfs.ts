import { readFile } from 'node:fs/promises';
import { type PdfDictionary, PdfReference, type PdfValue, mapReferences } from './pdf-value.ts';
import { openPdfWriter, type PdfWriter } from './pdf-writer.ts';
import { type PdfFile, readPdf } from './read-pdf.ts';

/** The start of URLs that become links to a place in the joined file, which may be in another part. No site can have this name. */
export const destinationUrl = 'https://destination.invalid/';

/** What stays of the catalog of the first part: what refers to no object. */
const catalogKeys = new Set(['Type', 'Lang', 'MarkInfo', 'ViewerPreferences']);

/** What the parts of a file have in common, and where it is written. */
type Joined = {
  readonly writer: PdfWriter;
  readonly catalog: number;
  readonly pages: number;
  readonly destinations: number;
  readonly outline: number;
  readonly structure: number;
  readonly document: number;
  readonly parents: number;
  readonly names: number;
  readonly information: number;
  readonly pageTrees: PdfValue[];
  readonly destinationValues: Map<string, PdfValue>;
  readonly documents: PdfValue[];
  readonly parentTrees: { readonly reference: PdfValue; readonly first: number; readonly last: number }[];
  readonly named: [string, PdfValue][];
  /** First and last entry of the outline so far; the last one is written when the next is known. */
  readonly entries: { first: number | null; last: { readonly id: number; readonly value: PdfDictionary } | null; count: number };
  pageCount: number;
  nextKey: number;
};

/**
 * Joins PDFs of Chromium: their pages, outlines, tags for screen readers and destinations that links lead to. Links to `destinationUrl` and the name of a place
 * lead to that place. Reads one file at a time.
 * @param paths the files, in order
 * @throws Error if one of them isn't a PDF of Chromium
 */
export async function joinPdfs(paths: readonly string[], target: string): Promise<void> {
  const [first] = paths;
  if (first === undefined) throw new Error('There is no PDF to join.');
  const front = readPdf(await readFile(first));
  const writer = await openPdfWriter(target, front.header);
  try {
    const id = writer.reserve;
    const joined: Joined = {
      writer,
      ...{ catalog: id(), pages: id(), destinations: id(), outline: id(), structure: id(), document: id(), parents: id() },
      ...{ names: id(), information: id() },
      ...{ pageTrees: [], destinationValues: new Map(), documents: [], parentTrees: [], named: [] },
      entries: { first: null, last: null, count: 0 },
      ...{ pageCount: 0, nextKey: 0 },
    };
    for (const [index, path] of paths.entries()) await addPart(joined, index === 0 ? front : readPdf(await readFile(path)), index);
    await writeShared(joined, front);
    await writer.finish(
      new Map([
        ['Root', new PdfReference(joined.catalog)],
        ['Info', new PdfReference(joined.information)],
      ]),
    );
  } finally {
    await writer.close();
  }
}

async function addPart(joined: Joined, file: PdfFile, index: number): Promise<void> {
  const { writer } = joined;
  const rootId = idOf(file.trailer.get('Root'));
  const catalog = file.dictionary(file.trailer.get('Root'));
  const pagesId = idOf(catalog?.get('Pages'));
  if (rootId === null || !catalog || pagesId === null) throw new Error('A PDF has no pages.');
  const structure = file.dictionary(catalog.get('StructTreeRoot'));
  const outline = file.dictionary(catalog.get('Outlines'));
  const documentId = idOf(structure?.get('K'));

  // Every part has these objects; the joined file has one of each.
  const ids = new Map<number, number>([[rootId, joined.catalog]]);
  const replace = (value: PdfValue | undefined, by: number) => {
    if (value instanceof PdfReference) ids.set(value.id, by);
  };
  replace(catalog.get('Dests'), joined.destinations);
  replace(catalog.get('Outlines'), joined.outline);
  replace(catalog.get('StructTreeRoot'), joined.structure);
  replace(structure?.get('ParentTree'), joined.parents);
  replace(file.trailer.get('Info'), joined.information);
  for (const id of treeIds(file, structure?.get('IDTree'))) ids.set(id, joined.names);
  const replaced = new Set(ids.keys());
  const newId = (id: number): number => {
    const existing = ids.get(id);
    if (existing !== undefined) return existing;
    const reserved = writer.reserve();
    ids.set(id, reserved);
    return reserved;
  };
  const move = (value: PdfValue) => mapReferences(value, newId);
  const firstId = idOf(outline?.get('First'));
  const lastId = idOf(outline?.get('Last'));
  const before = joined.entries.last;
  const prefix = `p${String(index).padStart(6, '0')}-`;

  for (const id of file.ids) {
    if (replaced.has(id)) continue;
    const { value, rest } = file.read(id);
    const moved = move(value);
    if (!(moved instanceof Map)) {
      await writer.write(newId(id), moved, rest);
      continue;
    }
    if (id === pagesId) moved.set('Parent', new PdfReference(joined.pages));
    for (const key of ['StructParents', 'StructParent']) {
      const number = moved.get(key);
      if (typeof number === 'string') moved.set(key, String(Number(number) + joined.nextKey));
    }
    leadToDestination(moved);
    if (moved.get('Type') === '/StructElem') {
      nameElements(moved, prefix);
      const name = moved.get('ID');
      if (typeof name === 'string') joined.named.push([name, new PdfReference(newId(id))]);
      if (id === documentId) {
        moved.set('S', '/Part');
        moved.set('P', new PdfReference(joined.document));
      }
    }
    if (id === firstId && before) {
      moved.set('Prev', new PdfReference(before.id));
      before.value.set('Next', new PdfReference(newId(id)));
      await writer.write(before.id, before.value);
    }
    if (id === firstId) joined.entries.first ??= newId(id);
    if (id === lastId) joined.entries.last = { id: newId(id), value: moved };
    else await writer.write(newId(id), moved, rest);
  }

  joined.pageTrees.push(new PdfReference(newId(pagesId)));
  joined.pageCount += Number(file.dictionary(catalog.get('Pages'))?.get('Count') ?? 0);
  joined.entries.count += Number(outline?.get('Count') ?? 0);
  for (const [name, destination] of file.dictionary(catalog.get('Dests')) ?? []) joined.destinationValues.set(name, move(destination));
  if (structure === null) return;
  if (documentId !== null) joined.documents.push(new PdfReference(newId(documentId)));
  await addParents(joined, file, structure, move);
}

/** Adds the table that leads from the contents of a page to their tags. Its keys go on where those of the last part end. */
async function addParents(joined: Joined, file: PdfFile, structure: PdfDictionary, move: (value: PdfValue) => PdfValue): Promise<void> {
  const numbers = file.dictionary(structure.get('ParentTree'))?.get('Nums');
  if (Array.isArray(numbers) && numbers.length > 0) {
    const moved = (numbers as readonly PdfValue[]).map((value, index) =>
      index % 2 === 0 && typeof value === 'string' ? String(Number(value) + joined.nextKey) : move(value),
    );
    const [first, last] = [Number(moved[0]), Number(moved.at(-2))];
    const id = joined.writer.reserve();
    await joined.writer.write(
      id,
      new Map<string, PdfValue>([
        ['Limits', [String(first), String(last)]],
        ['Nums', moved],
      ]),
    );
    joined.parentTrees.push({ reference: new PdfReference(id), first, last });
  }
  joined.nextKey += Number(structure.get('ParentTreeNextKey') ?? 0);
}

async function writeShared(joined: Joined, front: PdfFile): Promise<void> {
  const { writer, entries } = joined;
  const reference = (id: number) => new PdfReference(id);
  const catalog: PdfDictionary = new Map();
  for (const [key, value] of front.dictionary(front.trailer.get('Root')) ?? []) if (catalogKeys.has(key)) catalog.set(key, value);
  catalog.set('Pages', reference(joined.pages));
  catalog.set('Dests', reference(joined.destinations));
  await writer.write(joined.destinations, joined.destinationValues);
  await writer.write(joined.information, front.dictionary(front.trailer.get('Info')) ?? new Map());
  const pages = new Map<string, PdfValue>([
    ['Type', '/Pages'],
    ['Count', String(joined.pageCount)],
    ['Kids', joined.pageTrees],
  ]);
  await writer.write(joined.pages, pages);
  if (entries.last) await writer.write(entries.last.id, entries.last.value);
  const outline = new Map<string, PdfValue>([
    ['Type', '/Outlines'],
    ['Count', String(entries.count)],
  ]);
  if (entries.first !== null && entries.last) {
    outline.set('First', reference(entries.first));
    outline.set('Last', reference(entries.last.id));
    catalog.set('Outlines', reference(joined.outline));
  }
  await writer.write(joined.outline, outline);
  const names = new Map<string, PdfValue>([['Names', joined.named.toSorted(([one], [other]) => (one < other ? -1 : 1)).flat()]]);
  await writer.write(joined.names, names);
  await writer.write(joined.parents, new Map([['Kids', joined.parentTrees.map((tree) => tree.reference)]]));
  const structure = new Map<string, PdfValue>([
    ['Type', '/StructTreeRoot'],
    ['K', reference(joined.document)],
    ['ParentTree', reference(joined.parents)],
    ['ParentTreeNextKey', String(joined.nextKey)],
  ]);
  if (joined.named.length > 0) structure.set('IDTree', reference(joined.names));
  await writer.write(joined.structure, structure);
  const document = new Map<string, PdfValue>([
    ['Type', '/StructElem'],
    ['S', '/Document'],
    ['P', reference(joined.structure)],
    ['K', joined.documents],
  ]);
  await writer.write(joined.document, document);
  if (joined.documents.length > 0) catalog.set('StructTreeRoot', reference(joined.structure));
  await writer.write(joined.catalog, catalog);
}

/** Makes a link to a place of the joined file of a link to `destinationUrl`. */
function leadToDestination(annotation: PdfDictionary): void {
  const action = annotation.get('A');
  const url = action instanceof Map ? action.get('URI') : undefined;
  if (typeof url !== 'string' || !url.startsWith(`(${destinationUrl}`)) return;
  annotation.delete('A');
  annotation.set('Dest', `/${url.slice(destinationUrl.length + 1, -1)}`);
}

/** Makes the names of elements, and what refers to them, different from those of other parts. */
function nameElements(value: PdfDictionary, prefix: string): void {
  for (const [key, each] of value) {
    if (key === 'ID' && typeof each === 'string') value.set(key, `(${prefix}${each.slice(1)}`);
    else if (key === 'Headers' && Array.isArray(each))
      value.set(
        key,
        (each as readonly PdfValue[]).map((name) => (typeof name === 'string' ? `(${prefix}${name.slice(1)}` : name)),
      );
    else if (key === 'A')
      for (const attributes of Array.isArray(each) ? (each as readonly PdfValue[]) : [each])
        if (attributes instanceof Map) nameElements(attributes, prefix);
  }
}

/** Returns the numbers of all objects of a tree of names. */
function treeIds(file: PdfFile, root: PdfValue | undefined): number[] {
  if (!(root instanceof PdfReference)) return [];
  const kids = file.dictionary(root)?.get('Kids');
  return [root.id, ...(Array.isArray(kids) ? (kids as readonly PdfValue[]).flatMap((kid) => treeIds(file, kid)) : [])];
}

function idOf(value: PdfValue | undefined): number | null {
  return value instanceof PdfReference ? value.id : null;
}
