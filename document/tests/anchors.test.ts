import GithubSlugger, { slug } from 'github-slugger';
import { expect, test } from 'vitest';
import { Anchors } from '../src/anchors.ts';

test('anchors of equal headings differ, even from headings with such a name @DOC-03', () => {
  const anchors = new Anchors();
  const slugger = new GithubSlugger();
  for (const text of ['Plans', 'plans', 'Plans-1', 'Plans', '', '', ' ', 'a  b', 'constructor', '__proto__', '__proto__', 'É—漢 字_x']) {
    expect(anchors.next(text)).toBe(slugger.slug(text));
  }
});

test('every character that github-slugger keeps is kept, plus only letters newer than its table @DOC-03', () => {
  const different: string[] = [];
  for (let point = 0; point <= 0xff_ff; point += 1) {
    if (point >= 0xd8_00 && point <= 0xdf_ff) continue;
    const sign = String.fromCodePoint(point);
    const ours = new Anchors().next(sign);
    if (slug(sign) !== ours) different.push(ours);
  }
  expect(different).not.toContain('');
  // Assigned in Unicode 13 or later, which the table doesn't cover.
  expect(different.length).toBeLessThan(250);
});
