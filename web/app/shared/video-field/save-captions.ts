import { sentenceOf } from '../form/explain-failure.ts';
import { refusalOf } from '../graphql-document.ts';
import { postDocument } from '../post-document.ts';
import { type Caption, SaveVideoCaptionsDocument } from './video-documents.ts';

/** An error in captions, with its line. */
export type CaptionMistake = { line: number; message: string };

/** The result of saving captions: all captions of the video, or what is wrong with these. */
export type SavedCaptions = { captions: Caption[] } | { mistakes: CaptionMistake[] } | { problem: string };

/** Saves captions; validation errors are returned by line. */
export async function saveCaptions(variables: { playbackId: string; language: string; text: string }): Promise<SavedCaptions> {
  try {
    const { data, errors } = await postDocument(SaveVideoCaptionsDocument, variables);
    const [error] = errors ?? [];
    const mistakes = error?.extensions?.['errors'] as CaptionMistake[] | undefined;
    if (mistakes) return { mistakes };
    if (error) return { problem: sentenceOf(refusalOf(error)) };
    return { captions: data?.saveVideoCaptions?.video?.captionsList ?? [] };
  } catch (error) {
    return { problem: sentenceOf(error) };
  }
}
