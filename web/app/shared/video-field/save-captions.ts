import { sentenceOf } from '../form/explain-failure.ts';
import { refusalOf } from '../graphql-document.ts';
import { postDocument } from '../post-document.ts';
import { type Caption, type CaptionRepair, SaveVideoCaptionsDocument } from './video-documents.ts';

/** An error in captions, with its line. */
export type CaptionMistake = { line: number; message: string };

/** The result of saving captions: all captions of the video with the repairs of these, or their errors. */
export type SavedCaptions =
  | { captions: Caption[]; repairs: readonly CaptionRepair[] }
  | { mistakes: CaptionMistake[] }
  | { problem: string };

/** Saves captions; validation errors are returned by line. */
export async function saveCaptions(variables: { playbackId: string; language: string; text: string }): Promise<SavedCaptions> {
  try {
    const { data, errors } = await postDocument(SaveVideoCaptionsDocument, variables);
    const [error] = errors ?? [];
    const mistakes = error?.extensions?.['errors'] as CaptionMistake[] | undefined;
    if (mistakes) return { mistakes };
    if (error) return { problem: sentenceOf(refusalOf(error)) };
    const saved = data?.saveVideoCaptions;
    return { captions: saved?.video?.captionsList ?? [], repairs: saved?.repairs ?? [] };
  } catch (error) {
    return { problem: sentenceOf(error) };
  }
}
