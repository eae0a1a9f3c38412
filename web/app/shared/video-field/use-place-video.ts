import { useCallback, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../form/explain-failure.ts';
import { given } from '../graphql-document.ts';
import { requestDocument } from '../request-document.ts';
import { useLeaveGuard } from '../upload/leave-guard.ts';
import { isElsewhere, sendFile, type Sending } from './send-file.ts';
import {
  CompleteVideoUploadDocument,
  ContinueVideoDocument,
  DiscardVideoDocument,
  PlaceVideosDocument,
  type PlaceVariables,
  type PlaceVideo,
  RemoveVideoDocument,
  StartVideoDocument,
} from './video-documents.ts';

/** Where a video is to play. */
export type VideoPlace = { kind: 'lesson' | 'clip' | 'course' | 'book'; id: string };

/** How far the file of this page has got. */
export type SendState = { sentBytes: number; totalBytes: number; isPaused: boolean; isWaiting: boolean };

/** What a field shows and does. */
export type PlaceVideoState = {
  /** False until the server has said what is there. */
  isKnown: boolean;
  /** True once this page has seen an uploaded video there, or taken one away: what the page was loaded with is then over. */
  isOutdated: boolean;
  /** What plays there now, when it was uploaded to this site. */
  current: PlaceVideo | null;
  /** What is on its way there, or failed. */
  pending: PlaceVideo | null;
  /** The file that this page sends; null when it sends none. */
  sending: SendState | null;
  problem: string | null;
  send: (file: File) => void;
  pause: () => void;
  resume: () => void;
  /** Ends what is on its way. */
  discard: () => void;
  /** Takes the video from its place. */
  remove: () => Promise<void>;
  reload: () => Promise<void>;
};

const pollMs = 1500;

/** The variables that name a place. */
function placeVariables({ kind, id }: VideoPlace): PlaceVariables {
  if (kind === 'lesson') return { lessonId: id };
  if (kind === 'clip') return { clipId: id };
  return kind === 'course' ? { courseId: id } : { bookId: id };
}

/** Knows the videos of a place, sends files to it, and asks how the work on them goes. */
export function usePlaceVideo(place: VideoPlace, onChange: (playbackId: string | null) => void): PlaceVideoState {
  const { kind, id } = place;
  const [videos, setVideos] = useState<readonly PlaceVideo[] | null>(null);
  const [sending, setSending] = useState<SendState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOutdated, setIsOutdated] = useState(false);
  const sender = useRef<Sending | null>(null);
  const told = useRef(onChange);
  told.current = onChange;
  const played = useRef<string | null | undefined>(undefined);

  const reload = useCallback(async () => {
    try {
      const { placeVideosList } = await requestDocument(PlaceVideosDocument, placeVariables({ kind, id }));
      setVideos(placeVideosList);
      const now = placeVideosList.find(({ status }) => status === 'READY')?.playbackId ?? null;
      // What this page has seen come, not what was there before it.
      if (played.current !== undefined && now !== null && now !== played.current) told.current(now);
      played.current = now;
      if (now !== null) setIsOutdated(true);
    } catch (error) {
      setProblem(sentenceOf(error));
      setVideos((known) => known ?? []);
    }
  }, [kind, id]);
  useEffect(() => {
    void reload();
  }, [reload]);
  useEffect(() => () => sender.current?.pause(), []);
  const guard = useLeaveGuard();
  const isSent = sending !== null && !sending.isPaused;
  useEffect(() => (isSent ? guard.begin() : undefined), [guard, isSent]);

  const pending = videos?.find(({ status }) => status !== 'READY') ?? null;
  const current = videos?.find(({ status }) => status === 'READY') ?? null;
  const isWorkedOn = pending?.status === 'QUEUED' || pending?.status === 'PROCESSING';
  useEffect(() => {
    if (!isWorkedOn) return undefined;
    const timer = setInterval(() => void reload(), pollMs);
    return () => clearInterval(timer);
  }, [isWorkedOn, reload]);

  const transmit = async (file: File, playbackId: string, uploadUrl: string) => {
    const update = (change: Partial<SendState>) => setSending((state) => state && { ...state, ...change });
    setSending({ sentBytes: 0, totalBytes: file.size, isPaused: false, isWaiting: false });
    sender.current = await sendFile(file, uploadUrl, {
      onProgress: (sentBytes) => update({ sentBytes, isWaiting: false }),
      onWaiting: () => update({ isWaiting: true }),
      onDone: () =>
        void perform(async () => {
          if (isElsewhere(uploadUrl)) await requestDocument(CompleteVideoUploadDocument, { playbackId });
          await reload();
          setSending(null);
        }),
      onFailure: (status) => {
        setSending(null);
        setProblem(
          status === 401
            ? 'You’re signed out. Sign in and choose the file again to resume the upload.'
            : status !== null && status < 500
              ? 'This upload belongs to someone else or was removed. Cancel it and choose the file again.'
              : 'The connection was lost. Choose the file again to resume the upload.',
        );
        void reload();
      },
    });
  };

  const perform = async (work: () => Promise<unknown>) => {
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setSending(null);
      setProblem(sentenceOf(error));
    }
  };

  const goOn = async (file: File, playbackId: string) => {
    const { continueVideo } = await requestDocument(ContinueVideoDocument, { playbackId });
    if (!continueVideo) throw new Error('continueVideo: expected an upload, got none');
    // All of it was there.
    if (continueVideo.uploadUrl === null) return reload();
    return transmit(file, playbackId, continueVideo.uploadUrl);
  };
  const send = (file: File) =>
    void perform(async () => {
      if (pending?.status === 'UPLOADING' && Number(pending.byteCount) === file.size) return goOn(file, pending.playbackId);
      const input = { ...placeVariables(place), name: file.name, byteCount: file.size };
      const { startVideo } = await requestDocument(StartVideoDocument, { input });
      await reload();
      const { video, uploadUrl } = given(startVideo);
      return transmit(file, given(video).playbackId, given(uploadUrl));
    });

  return {
    isKnown: videos !== null,
    isOutdated,
    current,
    pending,
    sending,
    problem,
    send,
    pause: () => {
      sender.current?.pause();
      setSending((state) => state && { ...state, isPaused: true, isWaiting: false });
    },
    resume: () => {
      sender.current?.resume();
      setSending((state) => state && { ...state, isPaused: false });
    },
    discard: () =>
      void perform(async () => {
        sender.current?.pause();
        setSending(null);
        if (pending) await requestDocument(DiscardVideoDocument, { playbackId: pending.playbackId });
        await reload();
      }),
    remove: () =>
      perform(async () => {
        await requestDocument(RemoveVideoDocument, { input: placeVariables(place) });
        setIsOutdated(true);
        await reload();
        played.current = null;
        told.current(null);
      }),
    reload,
  };
}
