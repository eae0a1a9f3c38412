import { useCallback, useEffect, useRef } from 'react';
import { data, type ShouldRevalidateFunctionArgs, useLocation, useNavigate } from 'react-router';
import type { Route } from './+types/clips';
import { showIfOffline } from '../shared/connection.ts';
import type { Clip, ClipAction } from '../shared/learning-space/clip.ts';
import { describeClip } from '../features/clips/describe-clip.server.ts';
import { ClipComments, type ClipCommentsHandle } from '../features/clips/clip-comments.tsx';
import { ClipDocument, ClipListDocument, ClipTotalsDocument, clipOf, clipPageOf } from '../features/clips/clip-documents.ts';
import { pageSize, withAction } from '../shared/learning-space/clip.ts';
import type { OpenRequest } from '../shared/discussions/open-request.ts';
import { LearningSpace } from '../shared/learning-space/learning-space.tsx';
import { useClipList } from '../features/clips/use-clip-list.ts';
import { useLoginPrompt } from '../shared/login/login-prompt.tsx';
import { usePressBefore } from '../shared/login/press-before.ts';
import { usePageFacts } from '../shared/page-facts.tsx';
import { dependsOn, isDocument, runDocument } from '../shared/run-document.server.ts';
import { useViewer } from '../shared/viewer.tsx';
import { site } from '@newline/api/rules/site/site';
import type { PublicRoute } from '../shared/public-route.ts';
import { descriptionTag } from '../shared/head/description.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const handle: PublicRoute = { isPublic: true };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { clipId } = params;
  if (clipId !== undefined && !uuid.test(clipId)) throw data(null, { status: 404 });
  dependsOn(context, ['clips', 'courses', 'books']);
  const [list, { clipTotals }, opened] = await Promise.all([
    runDocument(context, ClipListDocument, { first: pageSize, offset: 0 }),
    runDocument(context, ClipTotalsDocument, {}),
    clipId === undefined ? null : runDocument(context, ClipDocument, { id: clipId }),
  ]);
  const clip = opened?.clipById ? clipOf(opened.clipById) : null;
  if (clipId !== undefined && clip === null) throw data(null, { status: 404 });
  if (isDocument(context)) await describeClip(context, clip, url.origin);
  return { page: clipPageOf(list), totals: clipTotals, opened: clip };
}

/** Loads the clip of another URL, unless it was selected on the page, which already has it (`showAddress`) and keeps the list. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}

function titleOf(clip: Clip | null): string {
  return `${clip?.title ?? 'Learning space'} · ${site.name}`;
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const clip = loaderData?.opened ?? null;
  return [
    { title: titleOf(clip) },
    descriptionTag(clip?.description ?? 'Short clips from our courses and books. Watch, like, bookmark and ask questions.'),
  ];
};

export default function Clips({ loaderData, params }: Route.ComponentProps) {
  const clipId = params.clipId?.toLowerCase() ?? null;
  const { viewer, isKnown, reload } = useViewer();
  const { publicUrl } = usePageFacts();
  const { openLogin } = useLoginPrompt();
  const navigate = useNavigate();
  const comments = useRef<ClipCommentsHandle>(null);
  const list = useClipList({ first: loaderData.page, opened: loaderData.opened, viewerId: isKnown ? (viewer?.id ?? null) : undefined });

  const toggle = async (clip: Clip, action: ClipAction): Promise<boolean | null> => {
    // A press before the viewer is known waits for it.
    const user = isKnown ? viewer : await reload().catch(() => undefined);
    if (user === undefined) {
      showIfOffline();
      return null;
    }
    if (user !== null) return list.toggle(clip, action);
    // A visitor's share does nothing; a like and a bookmark ask them to sign in (CLIP-06).
    if (action !== 'share') {
      openLogin({
        message: 'Please login to like/comment',
        returnTo: `/clips/${clip.id}`,
        press: action,
        about: { title: clip.title, note: clip.item.title },
      });
    }
    return null;
  };
  // After signing in, the user returns to the clip and the action is repeated.
  usePressBefore(viewer?.id ?? null, (press) => {
    const action = press === 'like' || press === 'bookmark' ? press : null;
    if (action === null || loaderData.opened === null) return;
    list.toggle(withAction(loaderData.opened, action, false), action).catch((error: unknown) => console.error(error));
  });
  const { refresh } = list;
  const commentsOf = useCallback(
    (clip: Clip, seek: (second: number) => void) => <ClipComments ref={comments} clip={clip} onSeek={seek} onChanged={refresh} />,
    [refresh],
  );
  const openComments = useCallback((request: OpenRequest) => comments.current?.open(request), []);
  const showAddress = useCallback(
    (clip: Clip | null) => {
      void navigate(clip === null ? '/clips' : `/clips/${clip.id}`, {
        replace: true,
        preventScrollReset: true,
        defaultShouldRevalidate: false,
      });
    },
    [navigate],
  );
  const { key } = useLocation();
  const named = [...list.clips, list.opened].find((clip) => clip?.id === clipId) ?? null;
  const title = titleOf(named);
  useEffect(() => {
    document.title = title;
  }, [title, key]);

  return (
    <main id="content" className="wrap" tabIndex={-1}>
      <LearningSpace
        heading={<h1>Learning space</h1>}
        clips={list.clips}
        totals={loaderData.totals}
        more={list.more}
        openedClip={list.opened}
        address={{ key, clipId }}
        onSelect={showAddress}
        onToggle={toggle}
        pending={list.pending}
        shareLinkOf={(clip) => `${publicUrl}/clips/${clip.id}`}
        onPosition={list.savePosition}
        commentsOf={commentsOf}
        onComments={openComments}
        hasMarks
        fillsWindow
      />
    </main>
  );
}
