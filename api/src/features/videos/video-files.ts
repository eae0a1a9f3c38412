import type { DataStore } from '@tus/server';
import type { FileAnswer, FileConditions } from '../attachments/bucket.ts';

/** Form of a video's id, which is also the name of its folders. */
export const playbackIdForm = /^[A-Za-z0-9_-]{22}$/;

/** The files of uploaded videos: while they arrive, while they are processed, and as they are played. */
export type VideoFiles = {
  /** Loads the store of incoming files, which the tus protocol writes to. */
  openUploads(): Promise<DataStore>;
  /** Bytes that are free for uploads on this machine; null if they go elsewhere. */
  freeBytes(): Promise<number | null>;
  /** Returns the path of a complete upload on this machine. A file that has to be fetched is written to `target`. */
  fetchUpload(playbackId: string, target: string): Promise<string>;
  removeUpload(playbackId: string): Promise<void>;
  /** Path of the folder of work in progress, on this machine. */
  work(playbackId: string): string;
  /** Moves the files of a folder to where the video is played from. The main playlist, which refers to the others, comes last. */
  publish(folder: string, playbackId: string): Promise<void>;
  /** Writes a file next to a video, such as its captions. */
  put(playbackId: string, name: string, text: string): Promise<void>;
  /** Copies a file of a video to another name. */
  copy(playbackId: string, from: string, to: string): Promise<void>;
  remove(playbackId: string, name: string): Promise<void>;
  /** Deletes all files that a video is played from. */
  removePlayed(playbackId: string): Promise<void>;
  /** Deletes what killed processes left in the folder of work in progress. */
  tidyWork(): Promise<void>;
};

/** The videos in the bucket, to play them. */
export type StoredVideos = {
  /** Returns a file of a video or a part of it; null if there is none. */
  open(playbackId: string, name: string, conditions: FileConditions): Promise<FileAnswer | null>;
  /** Returns the names of a video's files. */
  list(playbackId: string): Promise<readonly string[]>;
};
