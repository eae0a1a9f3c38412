import { type Caption, SaveVideoCaptionsDocument } from './video-documents.ts';

/** A mistake, and the line of the text it is in. */
export type CaptionMistake = { line: number; message: string };

/** What came of saving captions: all captions of the video, or what is wrong with these. */
export type SavedCaptions = { captions: Caption[] } | { mistakes: CaptionMistake[] } | { problem: string };

type Answer = {
  data?: { saveVideoCaptions: { video: { captionsList: Caption[] } | null } | null } | null;
  errors?: { message: string; extensions?: { errors?: CaptionMistake[] } }[];
};

/** Saves captions; a refusal comes with every mistake by its line. */
export async function saveCaptions(variables: { playbackId: string; language: string; text: string }): Promise<SavedCaptions> {
  const document: string = SaveVideoCaptionsDocument;
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
      body: JSON.stringify(document.startsWith('sha256:') ? { documentId: document, variables } : { query: document, variables }),
    });
    const { data, errors } = (await response.json()) as Answer;
    const [error] = errors ?? [];
    if (error?.extensions?.errors) return { mistakes: error.extensions.errors };
    if (error) return { problem: error.message };
    return { captions: data?.saveVideoCaptions?.video?.captionsList ?? [] };
  } catch {
    return { problem: 'The server was not reached. Nothing was saved; try again in a moment.' };
  }
}
