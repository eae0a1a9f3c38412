/** A QR code as one path of an SVG: `size` by `size` modules, with the empty border that scanners need. */
export type QrCode = { readonly size: number; readonly path: string };

/** Draws a text as a QR code. */
export async function drawQr(text: string): Promise<QrCode> {
  const { encode } = await import('uqr');
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark && row[x - 1] !== true ? [`M${x} ${y}h${darkFrom(row, x)}v1H${x}z`] : [])))
    .join('');
  return { size, path };
}

/** Returns the number of consecutive dark modules from here. */
function darkFrom(row: readonly boolean[], start: number): number {
  const end = row.indexOf(false, start);
  return (end < 0 ? row.length : end) - start;
}
