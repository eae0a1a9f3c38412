import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromHtml } from '../../src/from-html.ts';
import { toHtml } from '../../src/to-html.ts';
import { normalized } from '../builders.ts';
import { commentDocuments, lessonDocuments } from '../generated-documents.ts';
import { propertyRuns } from '../property-runs.ts';

fc.configureGlobal({ seed: Number(process.env['NEWLINE_TEST_SEED']) });

describe('generated documents in HTML', () => {
  const runs = propertyRuns(200);

  test('a lesson is the same after HTML and back @DOC-02', () => {
    fc.assert(
      fc.property(lessonDocuments, (generated) => {
        const document = normalized(generated);
        expect(fromHtml(toHtml(document), 'lesson')).toEqual({ ok: true, document });
      }),
      runs,
    );
  });

  test('a comment is the same after HTML and back @DOC-02', () => {
    fc.assert(
      fc.property(commentDocuments, (generated) => {
        const document = normalized(generated, 'comment');
        expect(fromHtml(toHtml(document), 'comment')).toEqual({ ok: true, document });
      }),
      runs,
    );
  });
});
