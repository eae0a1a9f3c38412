import { expect, test } from 'vitest';
import { lintFile } from './lint-file.ts';

const reports = (file: string, body: string) =>
  (lintFile(file, ['export function show(tell) {', `  ${body}`, '}']).stdout.match(/no-error-message/g) ?? []).length;
const component = 'web/app/shared/part.tsx';

test('oxlint reports error messages that are shown to people', () => {
  expect(reports(component, 'try { tell(1); } catch (problem) { tell(problem.message); }')).toBe(1);
  expect(reports(component, 'tell((error) => error instanceof Error ? error.message : null);')).toBe(1);
  expect(reports(component, 'tell((reason) => reason?.message);')).toBe(1);
  expect(reports(component, 'try { tell(1); } catch (error) { const { message } = error; tell(message); }')).toBe(1);
  expect(reports('web/app/shared/use-part.ts', 'tell((error) => error.message);')).toBe(1);
});

test('the sentence of a failure and messages that aren’t from errors are accepted', () => {
  expect(reports(component, 'try { tell(1); } catch (error) { tell(sentenceOf(error)); }')).toBe(0);
  expect(reports(component, 'tell((notice) => notice.message);')).toBe(0);
  expect(reports('web/app/shared/part.ts', 'tell((error) => error.message);')).toBe(0);
});
