import type { Upload } from 'tus-js-client';

/** A file on its way. */
export type Sending = {
  /** Stops sending; what has arrived stays. */
  pause: () => void;
  /** Goes on where the server says it stopped. */
  resume: () => void;
};

/** What the sender tells. */
export type SendingEvents = {
  onProgress: (sentBytes: number) => void;
  /** The connection is away; it is tried again by itself. */
  onWaiting: () => void;
  onDone: () => void;
  /** It was given up. 401 and 404: the upload is not this person's, or is gone. */
  onFailure: (status: number | null) => void;
};

/** Small enough for a slow line to send one within the time that the server gives a request. */
const chunkBytes = 8_000_000;
/** Milliseconds between tries: some ten minutes without a connection, in all. */
export const retryDelays = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 60_000, 60_000, 120_000, 300_000];

/** True for the address of a video provider: what is sent there is not sent to this site. */
export function isElsewhere(uploadUrl: string): boolean {
  return !uploadUrl.startsWith('/');
}

/**
 * Sends a file to an upload that the server knows, from where it stopped: by the tus protocol to this site, in chunks to a provider. The
 * protocol's code is fetched here and not before.
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
    onProgress: (sent) => events.onProgress(sent),
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
  // Sooner than the next try.
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
