import { smallestOf } from '@newline/document/append';
import type { DocumentNode } from '@newline/document/document-node';
import { outlineOf } from '@newline/document/outline';
import { cutText } from '@newline/document/truncate';
import type { PlannedLesson } from './import-plan.ts';
import { wordsOf } from './words-of.ts';

/** A part of a lesson that is split at its headings. `anchors` maps the anchors of the whole lesson to those of the part; '' is its top. */
export type LessonPart = {
  readonly title: string;
  readonly content: readonly DocumentNode[];
  readonly anchors: ReadonlyMap<string, string>;
};

const maxParts = 100;
const maxTitle = 200;

/**
 * Returns the parts of a lesson, divided at its top-level headings of the highest level. Text before the first of them is a part with the
 * lesson's title. Returns an empty list if that makes less than two parts.
 */
export function partsOf({ document, title }: Pick<PlannedLesson, 'document' | 'title'>): readonly LessonPart[] {
  const content = document.content ?? [];
  const levels = content.flatMap((node) => (isHeading(node) ? [levelOf(node)] : []));
  const level = smallestOf(levels);
  const groups: { title: string; heading: DocumentNode | null; nodes: DocumentNode[] }[] = [{ title, heading: null, nodes: [] }];
  for (const node of content) {
    const name = isHeading(node) && levelOf(node) === level ? cutText(wordsOf(node).trim(), maxTitle) : '';
    if (name !== '') groups.push({ title: name, heading: node, nodes: [] });
    else groups.at(-1)?.nodes.push(node);
  }
  const filled = groups.filter(
    ({ heading, nodes }) => heading !== null || nodes.some((node) => wordsOf(node).trim() !== '' || node.type === 'image'),
  );
  if (filled.length < 2 || filled.length > maxParts) return [];
  const whole = outlineOf(document).map(({ id }) => id);
  let at = 0;
  return filled.map(({ title: name, heading, nodes }) => {
    const anchors = new Map<string, string>();
    if (heading !== null) anchors.set(whole[at++] ?? '', '');
    for (const { id } of outlineOf({ type: 'doc', content: nodes })) anchors.set(whole[at++] ?? '', id);
    return { title: name, content: nodes, anchors };
  });
}

function isHeading({ type }: DocumentNode): boolean {
  return type === 'heading';
}

function levelOf({ attrs }: DocumentNode): number {
  const level = attrs?.['level'];
  return typeof level === 'number' ? level : 1;
}
