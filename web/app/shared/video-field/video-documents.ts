import { graphql } from '../graphql-document.ts';

/** A video as its authors see it. */
export type PlaceVideo = {
  playbackId: string;
  status: 'UPLOADING' | 'QUEUED' | 'PROCESSING' | 'READY' | 'FAILED';
  name: string;
  byteCount: string;
  progress: number;
  reason: string | null;
  videoUrl: string | null;
  pass: string | null;
  durationSeconds: number | null;
  width: number | null;
  height: number | null;
  stillSeconds: number[];
  posterSecond: number | null;
  captionsList: Caption[];
};

/** The captions of a video in one language. */
export type Caption = { language: string; vtt: string };

/** A change in captions so that browsers show them completely, with its lines in the sent text. */
export type CaptionRepair = { message: string; lines: readonly number[]; count: number };

/** The variables that identify the owner of a video; the other three are absent. */
export type PlaceVariables = { lessonId?: string; clipId?: string; courseId?: string; bookId?: string };

export const PlaceVideosDocument =
  graphql(/* GraphQL */ `query placeVideos($lessonId: UUID, $clipId: UUID, $courseId: UUID, $bookId: UUID) {
  placeVideosList(lessonId: $lessonId, clipId: $clipId, courseId: $courseId, bookId: $bookId, first: 5) {
    playbackId status name byteCount progress reason videoUrl pass durationSeconds width height stillSeconds posterSecond
    captionsList(first: 20) { language vtt }
  }
}`);

export const LessonPassDocument = graphql(/* GraphQL */ `query lessonPassOfPlace($id: UUID!) {
  lessonById(id: $id) { videoUrl videoPass }
}`);

export const StartVideoDocument = graphql(/* GraphQL */ `mutation startVideo($input: StartVideoInput!) {
  startVideo(input: $input) { uploadUrl video { playbackId } }
}`);

export const ContinueVideoDocument = graphql(/* GraphQL */ `mutation continueVideo($playbackId: String!) {
  continueVideo(input: { playbackId: $playbackId }) { uploadUrl }
}`);

export const CompleteVideoUploadDocument = graphql(/* GraphQL */ `mutation completeVideoUpload($playbackId: String!) {
  completeVideoUpload(input: { playbackId: $playbackId }) { video { status } }
}`);

export const DiscardVideoDocument = graphql(/* GraphQL */ `mutation discardVideo($playbackId: String!) {
  discardVideo(input: { playbackId: $playbackId }) { video { playbackId } }
}`);

export const RemoveVideoDocument = graphql(/* GraphQL */ `mutation removeVideo($input: RemoveVideoInput!) {
  removeVideo(input: $input) { wasThere }
}`);

export const ChooseVideoPosterDocument = graphql(/* GraphQL */ `mutation chooseVideoPoster($playbackId: String!, $second: Int!) {
  chooseVideoPoster(input: { playbackId: $playbackId, second: $second }) { video { posterSecond } }
}`);

export const SaveVideoCaptionsDocument =
  graphql(/* GraphQL */ `mutation saveVideoCaptions($playbackId: String!, $language: String!, $text: String!) {
  saveVideoCaptions(input: { playbackId: $playbackId, language: $language, text: $text }) {
    video { captionsList(first: 20) { language vtt } }
    repairs { message lines count }
  }
}`);

export const RemoveVideoCaptionsDocument = graphql(/* GraphQL */ `mutation removeVideoCaptions($playbackId: String!, $language: String!) {
  removeVideoCaptions(input: { playbackId: $playbackId, language: $language }) { video { captionsList(first: 20) { language vtt } } }
}`);
