import { expect, test } from 'vitest';
import { explainFields } from '../app/shared/form/explain-fields.ts';
import { ApiError } from '../app/shared/graphql-document.ts';

const explain = explainFields(['name', 'entries']);

test('a message goes to the field that it names @SITE-10', () => {
  expect(explain(new ApiError('BAD_INPUT', 'entries: this would lead back to itself.'))).toEqual({
    entries: 'This would lead back to itself.',
  });
});

test('a message about a field that the form doesn’t show is shown for the whole form @SITE-10', () => {
  expect(explain(new ApiError('BAD_INPUT', 'slug: this one is taken.'))).toEqual({ form: 'This one is taken.' });
  expect(explain(new ApiError('CONFLICT', 'Somebody else changed it.'))).toEqual({ form: 'Somebody else changed it.' });
});
