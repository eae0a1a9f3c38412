import { documentLimits } from '@newline/document/limits';
import { imageLimits } from './features/attachments/upload-limits.ts';
import { importLimits } from './features/import-export/import-allowance.ts';
import { uploadLimits } from './rules/limits/upload.ts';

/** A parser or renderer of user input: where it runs, and its limits for the whole input. */
type ParserLimit = { readonly name: string; readonly where: string; readonly bounds: string };

const count = (number: number) => number.toLocaleString('en');
const megabytes = (bytes: number) => `${count(bytes / 1_000_000)} MB`;
const megapixels = `${imageLimits.pixels / 1_000_000} megapixels`;
const seconds = (ms: number) => `${ms / 1000} s`;
const { lesson, comment } = documentLimits;

/** All parsers and renderers of user input. `tests/processes/parsers.test.ts` sends too much to each, by its name. */
export const parserLimits: readonly ParserLimit[] = [
  {
    name: 'archives',
    where: 'archive process',
    bounds: `for authors and editors; ${megabytes(uploadLimits.archiveBytes)} packed, 20,000 files, 500 MB unpacked, 20 MB a file, growth of 200 times from 1 MB on; one at a time for a user`,
  },
  {
    name: 'front matter and settings',
    where: 'archive process',
    bounds:
      '100,000 characters of YAML with 20 aliases, 1 MB of TOML or configuration, 10,000,000 characters and 20 levels of manifest.json',
  },
  {
    name: 'sidebars',
    where: 'archive process',
    bounds: `1 MB; ${count(importLimits.literalValues)} values, each counted for every reference to it, 40 levels; ${count(importLimits.placedDocuments)} documents placed`,
  },
  {
    name: 'includes',
    where: 'archive process',
    bounds: `10 levels; 200,000 lines a chapter, ${count(importLimits.lines)} in all; ${count(importLimits.includeSteps)} lines processed`,
  },
  {
    name: 'Markdown of an import',
    where: 'archive process',
    bounds: `${megabytes(importLimits.textBytes)} of text, ${count(importLimits.lines)} lines, ${count(importLimits.tokens)} tokens, ${count(importLimits.lessons)} lessons in all; 40 levels; ${count(lesson.maxNodes)} nodes a lesson; 5,000 notices`,
  },
  {
    name: 'HTML of an import',
    where: 'archive process',
    bounds: `100,000 elements a text, ${count(importLimits.elements)} in all; 128 levels`,
  },
  { name: 'captions of an import', where: 'archive process', bounds: 'as captions; 5,000 files' },
  { name: 'captions', where: 'main process, for users who may change the video', bounds: '400,000 characters, 500 tags a cue' },
  {
    name: 'texts',
    where: 'separate process from 150,000 characters on, for users who may write the text',
    bounds: `20 s of CPU time, 1,500 MiB; ${count(lesson.maxBytes)} characters, 400,000 tokens, 200,000 brackets, ${count(lesson.maxNodes)} nodes, ${lesson.maxDepth} levels; a comment 128,000 characters, 40,000 tokens, 20,000 brackets, ${count(comment.maxNodes)} nodes`,
  },
  {
    name: 'images',
    where: 'two separate processes',
    bounds: `${megabytes(imageLimits.fileBytes)}, ${megapixels}, ${imageLimits.frames} frames; ${seconds(imageLimits.encodeCpuMs)} of CPU time, 900 MiB`,
  },
  {
    name: 'SVG',
    where: 'separate process',
    bounds: `2 MB, ${megapixels}, 10 s of CPU time, 700 MiB; only in an import`,
  },
  {
    name: 'code, formulas and diagrams',
    where: 'separate process',
    bounds:
      '2 s of CPU time a node, 20 s a text, 512 MiB; 3,000,000 characters for a text; 200,000 characters of code, 10,000 of a formula, 20,000 of a diagram',
  },
  {
    name: 'code queries',
    where: 'separate process',
    bounds: '5 s of CPU time, 700 MiB; 400,000 characters of code, 2,000 lines shown, 5,000 occurrences of a name',
  },
  {
    name: 'video probes',
    where: 'process of ffprobe',
    bounds: '60 s of CPU time, 4 GiB, 1 MB of output; one demuxer by the content of the file, no other file and no network',
  },
  { name: 'videos', where: 'process of ffmpeg', bounds: '600 s of CPU time and 20 s for each second of the video' },
  { name: 'pages of other sites', where: 'main process', bounds: '20,000 characters of HTML in an answer of oEmbed' },
];
