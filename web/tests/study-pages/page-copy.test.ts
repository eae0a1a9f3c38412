import { gunzipSync } from 'node:zlib';
import type { OwnPart } from '@newline/api/page-copy';
import { describe, expect, test } from 'vitest';
import { cutCopy, fillCopy } from '../../server/study-pages/page-copy.ts';

const token = '3f0c';
const own: OwnPart = { viewer: { id: 'u1', displayName: '</script><b>Ada' }, done: true };
const long = 'A sentence of the text. '.repeat(400);

function pageOf(body: string): string {
  return `<!DOCTYPE html><html data-own="${token} root" lang="en"><body>${body}</body></html>`;
}

function fillFor(reader: OwnPart) {
  return (name: string, neutral: string) => {
    if (name === 'root') return ` data-reader="${reader.viewer.id}"`;
    return name === 'count' ? '3 of 14 done' : neutral;
  };
}

function bothOf(html: string): { plain: string; unpacked: string; packedBytes: number } {
  const copy = cutCopy(html, token, fillFor);
  const packed = fillCopy(copy, own, 'gzip');
  return { plain: fillCopy(copy, own, null).toString(), unpacked: gunzipSync(packed).toString(), packedBytes: packed.length };
}

const ownElement =
  '<script type="application/json" id="own">{"viewer":{"id":"u1","displayName":"\\u003c/script\\u003e\\u003cb\\u003eAda"},"done":true}</script>';

describe('the copy of a page', () => {
  test('gets the attributes and texts of its reader, and the data for the browser, without changing anything else', () => {
    const html = pageOf(
      `<p><i data-own="${token} other"></i><b data-own-text="${token} count" class="n">0 of 14 done</b> <s data-own-text="${token} rest">left</s></p>`,
    );
    const { plain, unpacked } = bothOf(html);
    expect(plain).toBe(
      `<!DOCTYPE html><html data-reader="u1" lang="en"><body><p><i></i><b class="n">3 of 14 done</b> <s>left</s></p>${ownElement}</body></html>`,
    );
    expect(unpacked).toBe(plain);
  });

  test('is the same compressed, in which the long parts are compressed once for everyone', () => {
    const { plain, unpacked, packedBytes } = bothOf(pageOf(`${long}<b data-own-text="${token} count">0</b>${long}ü 漢字${long}`));
    expect(plain).toContain(`${long}<b>3 of 14 done</b>${long}ü 漢字${long}`);
    expect(unpacked).toBe(plain);
    expect(packedBytes).toBeLessThan(plain.length / 10);
  });

  test('has no slots in texts and scripts, which can’t know the token', () => {
    const script = `<script>const text = ' data-own="${token} root"'</script>`;
    const text = '<p> data-own="0000 root" data-own-text="root">name</p>';
    expect(bothOf(pageOf(script + text)).plain).toContain(script + text);
  });

  test('must be a whole document', () => {
    expect(() => cutCopy('<p>part', token, fillFor)).toThrow('expected it to end with </body></html>');
  });
});
