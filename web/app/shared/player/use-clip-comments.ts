import { useMemo } from 'react';
import { useMarks } from '../annotations/use-marks.ts';
import type { ClipSeconds, PlayerComments } from './player-comments.ts';

/** Loads the discussions on the seek bar of a clip. The player loads them, to keep the clip's page small. */
export function useClipComments(clip: ClipSeconds | undefined): PlayerComments | undefined {
  const { id, count, open } = clip ?? {};
  const item = useMemo(() => (id === undefined || !count ? null : { kind: 'clip' as const, id }), [id, count]);
  const { marks } = useMarks(item, count);
  return useMemo(
    () =>
      open && {
        marks: marks.flatMap(({ second, ...mark }) => (second === null ? [] : [{ ...mark, second }])),
        onOpen: (mark) => 'discussionId' in mark && open({ discussionId: mark.discussionId }),
        onComment: (timecodeStart) => open({ newFrom: { timecodeStart }, isWriting: true }),
      },
    [marks, open],
  );
}
