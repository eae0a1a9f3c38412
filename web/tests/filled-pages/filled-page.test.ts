import { gunzipSync } from 'node:zlib';
import type { OwnPart } from '@newline/api/page-copy';
import { describe, expect, test } from 'vitest';
import { cutPage, fillPage, takeSlots } from '../../server/filled-pages/filled-page.ts';

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

function bothOf(html: string): { page: string; plain: string; unpacked: string; packedBytes: number } {
  const { html: page, slots } = takeSlots(html, token);
  const parts = cutPage(Buffer.from(page), slots);
  const filling = { own, fill: fillFor(own) };
  const packed = Buffer.concat(fillPage(parts, filling, 'gzip'));
  return {
    page,
    plain: Buffer.concat(fillPage(parts, filling, null)).toString(),
    unpacked: gunzipSync(packed).toString(),
    packedBytes: packed.length,
  };
}

const ownElement =
  '<script type="application/json" id="own">{"viewer":{"id":"u1","displayName":"\\u003c/script\\u003e\\u003cb\\u003eAda"},"done":true}</script>';

describe('a page that is filled in', () => {
  test('gets the attributes and texts of its reader, and the data for the browser, without changing anything else', () => {
    const html = pageOf(
      `<p><i data-own="${token} other"></i><b data-own-text="${token} count" class="n">0 of 14 done</b> <s data-own-text="${token} rest">left</s></p>`,
    );
    const { page, plain, unpacked } = bothOf(html);
    expect(page).toBe('<!DOCTYPE html><html lang="en"><body><p><i></i><b class="n">0 of 14 done</b> <s>left</s></p></body></html>');
    expect(plain).toBe(
      `<!DOCTYPE html><html data-reader="u1" lang="en"><body><p><i></i><b class="n">3 of 14 done</b> <s>left</s></p>${ownElement}</body></html>`,
    );
    expect(unpacked).toBe(plain);
  });

  test('is the same compressed, in which the long parts are compressed once for everyone', () => {
    const { plain, unpacked, packedBytes } = bothOf(pageOf(`${long}ü<b data-own-text="${token} count">漢字 0</b>${long}ü 漢字${long}`));
    expect(plain).toContain(`${long}ü<b>3 of 14 done</b>${long}ü 漢字${long}`);
    expect(unpacked).toBe(plain);
    expect(packedBytes).toBeLessThan(plain.length / 10);
  });

  test('has no slots in texts and scripts, which can’t know the token', () => {
    const script = `<script>const text = ' data-own="${token} root"'</script>`;
    const text = '<p> data-own="0000 root" data-own-text="root">name</p>';
    expect(bothOf(pageOf(script + text)).plain).toContain(script + text);
  });

  test('must be a whole document', () => {
    expect(() => takeSlots('<p>part', token)).toThrow('expected it to end with </body></html>');
  });
});
