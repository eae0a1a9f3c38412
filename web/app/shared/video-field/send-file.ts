import type { Upload } from 'tus-js-client';

/** A running upload. */
export type Sending = {
  /** Pauses sending; received data stays. */
  pause: () => void;
  /** Continues from where the server says it stopped. */
  resume: () => void;
};

/** The events of an upload. */
export type SendingEvents = {
  onProgress: (sentBytes: number) => void;
  /** Called when the connection is lost; it's retried automatically. */
  onWaiting: () => void;
  onDone: () => void;
  /** Called when the upload was given up. 401 and 404: it isn't this user's, or is gone. */
  onFailure: (status: number | null) => void;
};

/** Small enough to be sent over a slow connection before the server's request timeout. */
const chunkBytes = 8_000_000;
/** The delays between retries in milliseconds: about ten minutes without a connection in total. */
export const retryDelays = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 60_000, 60_000, 120_000, 300_000];

/** True for the URL of a video provider, where the file isn't sent to this site. */
export function isElsewhere(uploadUrl: string): boolean {
  return !uploadUrl.startsWith('/');
}

/**
 * Sends a file to an upload that the server has created, from where it stopped: with the tus protocol to this site, in chunks to a
 * provider. The protocol's code is only loaded here.
 */
export async function sendFile(file: File, uploadUrl: string, events: SendingEvents): Promise<Sending> {
  if (isElsewhere(uploadUrl)) {
    const { sendChunks } = await import('./send-chunks.ts');
    return sendChunks(file, uploadUrl, events);
  }
  const { Upload: TusUpload, DetailedError } = await import('tus-js-client');
  let isPaused = false;
  const upload: Upload = new TusUpload(file, {
    uploadUrl,
    chunkSize: chunkBytes,
    retryDelays,
    storeFingerprintForResuming: false,
    onProgress: (bytes) => events.onProgress(bytes),
    onSuccess: () => {
      removeEventListener('online', resume);
      events.onDone();
    },
    onShouldRetry: (error) => {
      const status = error.originalResponse?.getStatus() ?? 0;
      if (status >= 400 && status < 500 && status !== 409 && status !== 423) return false;
      events.onWaiting();
      return true;
    },
    onError: (error) => events.onFailure(error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? null) : null),
  });
  const resume = () => {
    if (isPaused) return;
    void upload.abort().then(() => upload.start());
  };
  // Sooner than the next scheduled retry.
  addEventListener('online', resume);
  upload.start();
  return {
    pause: () => {
      isPaused = true;
      removeEventListener('online', resume);
      void upload.abort();
    },
    resume: () => {
      isPaused = false;
      addEventListener('online', resume);
      upload.start();
    },
  };
}
