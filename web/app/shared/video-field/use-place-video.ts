import { useCallback, useEffect, useRef, useState } from 'react';
import { sentenceOf } from '../form/explain-failure.ts';
import { expectValue } from '../graphql-document.ts';
import { requestDocument } from '../request-document.ts';
import { useLeaveGuard } from '../upload/leave-guard.ts';
import { isElsewhere, sendFile, type Sending } from './send-file.ts';
import { startsLikeVideo } from './starts-like-video.ts';
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

/** What a video belongs to. */
export type VideoPlace = { kind: 'lesson' | 'clip' | 'course' | 'book'; id: string };

/** The progress of the file that this page is sending. */
export type SendState = { sentBytes: number; totalBytes: number; isPaused: boolean; isWaiting: boolean };

/** The state and actions of a video field. */
export type PlaceVideoState = {
  /** False until the server has responded. */
  isKnown: boolean;
  /** True once a video was uploaded or removed on this page, so that the page's initial data is outdated. */
  isOutdated: boolean;
  /** The current video, if it was uploaded to this site. */
  current: PlaceVideo | null;
  /** The video that is being uploaded or processed, or that failed. */
  pending: PlaceVideo | null;
  /** The file that this page is sending; null when it sends none. */
  sending: SendState | null;
  problem: string | null;
  send: (file: File) => void;
  pause: () => void;
  resume: () => void;
  /** Cancels the pending video. */
  discard: () => void;
  /** Removes the current video. */
  remove: () => Promise<void>;
  reload: () => Promise<void>;
};

const pollMs = 1500;

/** Returns the variables that identify the owner of a video. */
function placeVariables({ kind, id }: VideoPlace): PlaceVariables {
  if (kind === 'lesson') return { lessonId: id };
  if (kind === 'clip') return { clipId: id };
  return kind === 'course' ? { courseId: id } : { bookId: id };
}

/** Manages the videos of a lesson, clip, course or book: uploads files and polls their processing. */
export function usePlaceVideo(owner: VideoPlace, onChange: (playbackId: string | null) => void): PlaceVideoState {
  const { kind, id } = owner;
  const [videos, setVideos] = useState<readonly PlaceVideo[] | null>(null);
  const [sending, setSending] = useState<SendState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOutdated, setIsOutdated] = useState(false);
  const sender = useRef<Sending | null>(null);
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  const played = useRef<string | null | undefined>(undefined);

  const reload = useCallback(async () => {
    try {
      const { placeVideosList } = await requestDocument(PlaceVideosDocument, placeVariables({ kind, id }));
      setVideos(placeVideosList);
      const currentId = placeVideosList.find(({ status }) => status === 'READY')?.playbackId ?? null;
      // Only videos that arrived while this page was open, not the initial one.
      if (played.current !== undefined && currentId !== null && currentId !== played.current) latestOnChange.current(currentId);
      played.current = currentId;
      if (currentId !== null) setIsOutdated(true);
    } catch (error) {
      setProblem(sentenceOf(error));
      setVideos((existing) => existing ?? []);
    }
  }, [kind, id]);
  useEffect(() => {
    void reload();
  }, [reload]);
  useEffect(() => () => sender.current?.pause(), []);
  const guard = useLeaveGuard();
  const isUploading = sending !== null && !sending.isPaused;
  useEffect(() => (isUploading ? guard.begin() : undefined), [guard, isUploading]);

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

  const resumeUpload = async (file: File, playbackId: string) => {
    const { continueVideo } = await requestDocument(ContinueVideoDocument, { playbackId });
    if (!continueVideo) throw new Error('continueVideo: expected an upload, got none');
    // All of it was received.
    if (continueVideo.uploadUrl === null) return reload();
    return transmit(file, playbackId, continueVideo.uploadUrl);
  };
  const send = (file: File) =>
    void perform(async () => {
      if (!(await startsLikeVideo(file))) {
        setProblem(`${file.name}: This isn’t a video we can read. Use MP4, MOV, WebM, MKV or AVI.`);
        return undefined;
      }
      if (pending?.status === 'UPLOADING' && Number(pending.byteCount) === file.size) return resumeUpload(file, pending.playbackId);
      const input = { ...placeVariables(owner), name: file.name, byteCount: file.size };
      const { startVideo } = await requestDocument(StartVideoDocument, { input });
      await reload();
      const { video, uploadUrl } = expectValue(startVideo);
      return transmit(file, expectValue(video).playbackId, expectValue(uploadUrl));
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
        await requestDocument(RemoveVideoDocument, { input: placeVariables(owner) });
        setIsOutdated(true);
        await reload();
        played.current = null;
        latestOnChange.current(null);
      }),
    reload,
  };
}
