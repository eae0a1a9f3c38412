/** The part of opentype.js that the generator uses; the package ships no types. */
declare module 'opentype.js' {
  export type Glyph = {
    readonly advanceWidth: number;
    getPath(x: number, y: number, size: number): { toPathData(decimals: number): string };
  };
  export type Font = {
    readonly unitsPerEm: number;
    charToGlyph(character: string): Glyph;
    getKerningValue(left: Glyph, right: Glyph): number;
  };
  const opentype: { parse(file: ArrayBuffer): Font };
  export default opentype;
}
