import {
  type AnchorView,
  charactersOf,
  charactersWithin,
  type CharacterRange,
  viewOfDocument,
} from '@newline/document/annotations/anchor-view';
import { type EditorHint, followAnchor, type FollowedRange } from '@newline/document/annotations/follow-anchor';
import { anchorBlock, createAnchor, findByContext, findQuote, type TextAnchor } from '@newline/document/annotations/text-anchor';
import type { DocumentNode } from '@newline/document/document-node';

/** An annotation as the database hands it over (app_private.anchors_of). */
export type StoredAnchor = {
  readonly discussionId: string;
  readonly from: number;
  readonly to: number;
  /** The words when the discussion began, and now. */
  readonly text: string;
  readonly currentText: string;
  readonly blockId: string | null;
  readonly endBlockId: string | null;
  readonly occurrence: number;
  readonly node: string | null;
  readonly prefix: string;
  readonly suffix: string;
  readonly isOrphaned: boolean;
  readonly quoted: number;
  readonly kept: number;
  /** Whether an editor said where it is, and where; null for deleted. */
  readonly isHinted: boolean;
  readonly hintFrom: number | null;
  readonly hintTo: number | null;
};

/** An annotation as the database takes it back (app_private.store_anchors). */
export type PlacedAnchor = Omit<StoredAnchor, 'text' | 'quoted' | 'isHinted' | 'hintFrom' | 'hintTo'>;

/**
 * Where the annotations of a text are after a change of it. One whose words are gone is orphaned, with its last words; it comes
 * back when they do, between the same neighbours.
 */
export function followAnchors(before: DocumentNode, after: DocumentNode, anchors: readonly StoredAnchor[]): readonly PlacedAnchor[] {
  const [old, now] = [viewOfDocument(before), viewOfDocument(after)];
  return anchors.map((stored) => {
    const found = follow(old, now, stored);
    return found === null ? orphaned(stored) : { ...placed(stored, found.anchor), kept: found.kept };
  });
}

type Found = { readonly anchor: TextAnchor; readonly kept: number };

function follow(old: AnchorView, now: AnchorView, stored: StoredAnchor): Found | null {
  const { kept, quoted } = stored;
  if (stored.currentText === '') {
    const anchor = anchorBlock(now, stored.blockId ?? '');
    return anchor === null ? null : { anchor: { ...anchor, text: '' }, kept };
  }
  const hint: EditorHint | undefined = !stored.isHinted
    ? undefined
    : stored.hintFrom === null || stored.hintTo === null
      ? null
      : { from: stored.hintFrom, to: stored.hintTo };
  const range = stored.isOrphaned ? null : rangeOf(old, stored);
  const found: FollowedRange | null = range === null ? comeBack(now, stored) : followAnchor(old, now, { range, quoted, kept }, hint);
  const anchor = found === null ? null : createAnchor(now, found);
  return found === null || anchor === null ? null : { anchor, kept: found.kept };
}

/** The words where the database says they are; the positions may be those of another state, the words then tell. */
function rangeOf(view: AnchorView, { from, to, currentText, blockId, occurrence }: StoredAnchor): CharacterRange | null {
  const range = charactersWithin(view, from, to);
  if (view.characters.slice(range.start, range.end) === charactersOf(currentText)) return range;
  return blockId === null ? null : findQuote(view, { blockId, text: currentText, occurrence });
}

function comeBack(now: AnchorView, { blockId, currentText, prefix, suffix, kept }: StoredAnchor): FollowedRange | null {
  const range = blockId === null ? null : findByContext(now, { blockId, text: currentText, prefix, suffix });
  return range === null ? null : { ...range, kept };
}

function placed({ discussionId }: StoredAnchor, { text, ...anchor }: TextAnchor): Omit<PlacedAnchor, 'kept'> {
  return { discussionId, ...anchor, currentText: text, isOrphaned: false };
}

/** Words that went over several blocks may have some behind the paywall: without a block they need the whole text. */
function orphaned(stored: StoredAnchor): PlacedAnchor {
  const isWithinOne = stored.endBlockId === null || stored.endBlockId === stored.blockId;
  const block = isWithinOne ? { blockId: stored.blockId, endBlockId: stored.endBlockId } : { blockId: null, endBlockId: null };
  const { discussionId, from, to, currentText, occurrence, node, prefix, suffix, kept } = stored;
  return { discussionId, from, to, currentText, occurrence, node, prefix, suffix, kept, ...block, isOrphaned: true };
}
