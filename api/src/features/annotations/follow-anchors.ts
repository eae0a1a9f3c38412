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

/** An annotation as the database returns it (app_private.anchors_of). */
export type StoredAnchor = {
  readonly discussionId: string;
  readonly from: number;
  readonly to: number;
  /** The passage when the discussion began, and the passage now. */
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
  /** Whether an editor sent a position, and which; null means that the passage was deleted. */
  readonly isHinted: boolean;
  readonly hintFrom: number | null;
  readonly hintTo: number | null;
};

/** An annotation as the database stores it (app_private.store_anchors). */
export type PlacedAnchor = Omit<StoredAnchor, 'text' | 'quoted' | 'isHinted' | 'hintFrom' | 'hintTo'>;

/**
 * Returns the positions of a text's annotations after a change. An annotation whose passage is gone becomes an orphan with its last
 * passage; it is restored when the passage comes back between the same neighbors.
 */
export function followAnchors(before: DocumentNode, after: DocumentNode, anchors: readonly StoredAnchor[]): readonly PlacedAnchor[] {
  const [old, current] = [viewOfDocument(before), viewOfDocument(after)];
  return anchors.map((stored) => {
    const followed = follow(old, current, stored);
    return followed === null ? orphaned(stored) : { ...placed(stored, followed.anchor), kept: followed.kept };
  });
}

type Followed = { readonly anchor: TextAnchor; readonly kept: number };

function follow(old: AnchorView, current: AnchorView, stored: StoredAnchor): Followed | null {
  const { kept, quoted } = stored;
  if (stored.currentText === '') {
    const anchor = anchorBlock(current, stored.blockId ?? '');
    return anchor === null ? null : { anchor: { ...anchor, text: '' }, kept };
  }
  const hint: EditorHint | undefined = !stored.isHinted
    ? undefined
    : stored.hintFrom === null || stored.hintTo === null
      ? null
      : { from: stored.hintFrom, to: stored.hintTo };
  const range = stored.isOrphaned ? null : rangeOf(old, stored);
  const followed: FollowedRange | null =
    range === null ? comeBack(current, stored) : followAnchor(old, current, { range, quoted, remaining: kept }, hint);
  const anchor = followed === null ? null : createAnchor(current, followed);
  return followed === null || anchor === null ? null : { anchor, kept: followed.remaining };
}

/**
 * Returns the range that the database has for an annotation. If the stored positions don't match the text, searches the block for the
 * passage.
 */
function rangeOf(view: AnchorView, { from, to, currentText, blockId, occurrence }: StoredAnchor): CharacterRange | null {
  const range = charactersWithin(view, from, to);
  if (view.characters.slice(range.start, range.end) === charactersOf(currentText)) return range;
  return blockId === null ? null : findQuote(view, { blockId, text: currentText, occurrence });
}

function comeBack(current: AnchorView, { blockId, currentText, prefix, suffix, kept }: StoredAnchor): FollowedRange | null {
  const range = blockId === null ? null : findByContext(current, { blockId, text: currentText, prefix, suffix });
  return range === null ? null : { ...range, remaining: kept };
}

function placed({ discussionId }: StoredAnchor, { text, ...anchor }: TextAnchor): Omit<PlacedAnchor, 'kept'> {
  return { discussionId, ...anchor, currentText: text, isOrphaned: false };
}

/**
 * Marks an annotation as orphaned. A passage across several blocks may be partly behind the paywall, so it loses its blocks and only
 * readers of the whole text see it.
 */
function orphaned(stored: StoredAnchor): PlacedAnchor {
  const isWithinOne = stored.endBlockId === null || stored.endBlockId === stored.blockId;
  const block = isWithinOne ? { blockId: stored.blockId, endBlockId: stored.endBlockId } : { blockId: null, endBlockId: null };
  const { discussionId, from, to, currentText, occurrence, node, prefix, suffix, kept } = stored;
  return { discussionId, from, to, currentText, occurrence, node, prefix, suffix, kept, ...block, isOrphaned: true };
}
