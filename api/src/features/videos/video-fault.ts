/** Why nothing playable comes of a file, in a sentence for whoever uploaded it. */
export class VideoFault extends Error {}

/** The work ended because the server stops, or because nobody wants its outcome any more. */
export class WorkEnded extends Error {}
