import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromMarkdown, toMarkdown } from '../../src/markdown.ts';
import { normalized, withoutIds } from '../builders.ts';
import { propertyRuns } from '../property-runs.ts';
import { commentDocuments, lessonDocuments } from '../generated-documents.ts';

fc.configureGlobal({ seed: Number(process.env['NEWLINE_TEST_SEED']) });

describe('generated documents', () => {
  const runs = propertyRuns(300);

  test('a lesson is the same after Markdown with ids and back @DOC-02', () => {
    fc.assert(
      fc.property(lessonDocuments, (generated) => {
        const document = normalized(generated);
        expect(fromMarkdown(toMarkdown(document, { hasIds: true }), 'lesson')).toEqual({ ok: true, document });
      }),
      runs,
    );
  });

  test('a comment is the same after Markdown and back, except for its ids @DOC-02', () => {
    fc.assert(
      fc.property(commentDocuments, (generated) => {
        const document = withoutIds(normalized(generated, 'comment'));
        const read = fromMarkdown(toMarkdown(document), 'comment');
        expect(read.ok ? withoutIds(read.document) : read).toEqual(document);
      }),
      runs,
    );
  });

  test('normalizing twice changes nothing @DOC-01', () => {
    fc.assert(
      fc.property(lessonDocuments, (generated) => {
        const document = normalized(generated);
        expect(normalized(document)).toEqual(document);
      }),
      runs,
    );
  });
});
