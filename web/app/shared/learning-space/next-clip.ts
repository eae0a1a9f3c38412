import type { Clip } from './clip.ts';

/** Picks clips at random, without repeating one before all others have been picked. */
export type ClipDraw = {
  /** Returns the next clip, at random among those not drawn yet, never the current one. @returns null when there is no other clip */
  next: (clips: readonly Clip[], currentId: string | undefined) => Clip | null;
  /** Returns how many clips remain before the draw starts over. */
  left: (clips: readonly Clip[], currentId: string | undefined) => number;
};

/**
 * Creates the draw for 'Next Video' (CLIP-04): a random clip other than the current one. Because clips aren't repeated, every other clip
 * comes up within as many presses as there are clips, which pure chance wouldn't guarantee.
 */
export function createClipDraw(random: () => number = Math.random): ClipDraw {
  const rendered = new Set<string>();
  const open = (clips: readonly Clip[], currentId: string | undefined) =>
    clips.filter((clip) => clip.id !== currentId && !rendered.has(clip.id));
  return {
    left: (clips, currentId) => open(clips, currentId).length,
    next: (clips, currentId) => {
      let choice = open(clips, currentId);
      if (choice.length === 0) {
        rendered.clear();
        choice = open(clips, currentId);
      }
      const clip = choice[Math.floor(random() * choice.length)] ?? null;
      if (clip !== null) rendered.add(clip.id);
      if (currentId !== undefined) rendered.add(currentId);
      return clip;
    },
  };
}
