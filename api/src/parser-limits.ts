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
    bounds: `only authors and editors; ${megabytes(uploadLimits.archiveBytes)} packed, 20,000 files, 500 MB unpacked, 20 MB for each file; files over 1 MB can expand 200 times; one archive at a time for each user`,
  },
  {
    name: 'front matter and settings',
    where: 'archive process',
    bounds: 'YAML: 100,000 characters, 20 aliases; TOML and configuration: 1 MB; manifest.json: 10,000,000 characters, 20 levels',
  },
  {
    name: 'sidebars',
    where: 'archive process',
    bounds: `1 MB; ${count(importLimits.literalValues)} values, counted again for each name that refers to one; 40 levels; ${count(importLimits.placedDocuments)} documents`,
  },
  {
    name: 'includes',
    where: 'archive process',
    bounds: `10 levels; 200,000 lines for each chapter, ${count(importLimits.lines)} in total; ${count(importLimits.includeSteps)} lines read`,
  },
  {
    name: 'Markdown of an import',
    where: 'archive process',
    bounds: `${megabytes(importLimits.textBytes)} of text, ${count(importLimits.lines)} lines, ${count(importLimits.tokens)} tokens, ${count(importLimits.lessons)} lessons in total; 40 levels; ${count(lesson.maxNodes)} nodes for each lesson; 5,000 notes in the report`,
  },
  {
    name: 'HTML of an import',
    where: 'archive process',
    bounds: `100,000 elements for each text, ${count(importLimits.elements)} in total; 128 levels`,
  },
  { name: 'captions of an import', where: 'archive process', bounds: 'the same as for captions; 5,000 files' },
  { name: 'captions', where: 'main process, only for users who can edit the video', bounds: '400,000 characters, 500 tags for each cue' },
  {
    name: 'texts',
    where: 'separate process from 150,000 characters on, only for users who can write the text',
    bounds: `20 s of CPU time, 1,500 MiB; ${count(lesson.maxBytes)} characters, 400,000 tokens, 200,000 brackets, ${count(lesson.maxNodes)} nodes, ${lesson.maxDepth} levels; for a comment 128,000 characters, 40,000 tokens, 20,000 brackets, ${count(comment.maxNodes)} nodes`,
  },
  {
    name: 'images',
    where: 'two separate processes',
    bounds: `${megabytes(imageLimits.fileBytes)}, ${megapixels}, ${imageLimits.frames} frames; ${seconds(imageLimits.encodeCpuMs)} of CPU time, 900 MiB`,
  },
  {
    name: 'SVG',
    where: 'separate process',
    bounds: `2 MB, ${megapixels}, 10 s of CPU time, 700 MiB; only in imports`,
  },
  {
    name: 'code, formulas and diagrams',
    where: 'separate process',
    bounds:
      '2 s of CPU time for each node, 20 s for each text, 512 MiB; 3,000,000 characters for a text, 200,000 for a code block, 10,000 for a formula, 1,000 for one within a line, 20,000 for a diagram',
  },
  {
    name: 'code queries',
    where: 'separate process',
    bounds: '5 s of CPU time, 700 MiB; 400,000 characters of code, 2,000 selected lines, 5,000 occurrences of a name',
  },
  {
    name: 'video probes',
    where: 'ffprobe process',
    bounds: '60 s of CPU time, 4 GiB, 1 MB of output; only the demuxer for the content of the file; no other files, no network',
  },
  { name: 'videos', where: 'ffmpeg process', bounds: '600 s of CPU time, plus 20 s for each second of the video' },
  { name: 'pages of other sites', where: 'main process', bounds: '20,000 characters of HTML in an oEmbed response' },
];
