declare module 'webvtt-parser' {
  type Cue = { readonly startTime: number; readonly endTime: number; readonly text: string };
  type Mistake = { readonly line: number; readonly message: string };
  const webvtt: {
    readonly WebVTTParser: new () => {
      parse(text: string, mode: 'subtitles/captions/descriptions'): { readonly cues: readonly Cue[]; readonly errors: readonly Mistake[] };
    };
  };
  export default webvtt;
}
