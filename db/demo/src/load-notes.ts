import { charactersOf, charactersWithin, viewOfDocument } from '@newline/document/annotations/anchor-view';
import { createAnchor } from '@newline/document/annotations/text-anchor';
import { demoId } from './demo-id.ts';
import { findPassage } from './find-passage.ts';
import { insertRows, lessonId, type LoadContext, type Row, userId } from './load-context.ts';
import type { DemoTexts } from './load-texts.ts';

/** Loads private notes and highlights of learners, with the positions of their words. */
export async function loadNotes(context: LoadContext, texts: DemoTexts): Promise<void> {
  const notes: Row[] = [];
  const anchors: Row[] = [];
  for (const [index, { by, on, quote, second, note, daysAgo }] of context.content.notes.entries()) {
    const [itemSlug, slug] = on.replace(/^lesson:/, '').split('/');
    const item = context.content.items.find((one) => one.slug === itemSlug && one.lessons.some((lesson) => lesson.slug === slug));
    const lesson = item?.lessons.find((one) => one.slug === slug);
    if (!item || !lesson) throw new Error(`db/demo: notes.json: on: expected an item and a lesson of it, got ${on}`);
    const id = demoId('note', index);
    const lessonOfNote = lessonId(item.key, lesson.slug);
    const anchor = quote === null ? null : anchorOf(texts, lessonOfNote, quote);
    const addedAt = context.daysAgo(daysAgo);
    notes.push({
      id,
      user_id: userId(by),
      key: demoId('note key', index),
      lesson_id: lessonOfNote,
      item_id: demoId(item.kind, item.key),
      item_title: item.title,
      part_title: lesson.title,
      second,
      quote,
      text_position: anchor?.from ?? 0,
      body: note,
      created_at: addedAt,
      updated_at: addedAt,
    });
    if (anchor)
      anchors.push({
        note_id: id,
        range_from: anchor.from,
        range_to: anchor.to,
        text_version: 1,
        node: anchor.node,
        block_id: anchor.blockId,
        end_block_id: anchor.endBlockId,
        occurrence: anchor.occurrence,
        prefix: anchor.prefix,
        suffix: anchor.suffix,
        quoted_letters: charactersOf(anchor.text).length,
        kept_letters: charactersOf(anchor.text).length,
      });
  }
  await insertRows(context, 'app_public.notes', notes);
  await insertRows(context, 'app_private.note_anchors', anchors);
}

function anchorOf(texts: DemoTexts, lesson: string, quote: string) {
  const text = texts.get(lesson);
  const passage = text && findPassage(text, quote);
  const view = text && viewOfDocument(text);
  const anchor = passage && view && createAnchor(view, charactersWithin(view, passage.from, passage.to));
  if (!anchor) throw new Error(`db/demo: notes.json: quote: expected words in a block with an id, got "${quote}"`);
  return anchor;
}
