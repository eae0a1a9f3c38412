import { isDocusaurus } from './docusaurus/find-site.ts';
import { readDocusaurus } from './docusaurus/read-docusaurus.ts';
import { type Folder, type FolderError, folderError } from './folder.ts';
import { ImportAllowance } from './import-allowance.ts';
import type { ImportPlan, PlannedLesson } from './import-plan.ts';
import { leftOutMessages } from './left-out-messages.ts';
import { isMdBook, readMdBook } from './mdbook/read-mdbook.ts';
import { hasTexts, readPlain } from './plain/read-plain.ts';
import { isOwnFolder, readOwnFolder } from './own/read-own.ts';

/** Reads what a folder would create. Throws a FolderError if its format is unknown or invalid. */
export async function readPlan(folder: Folder): Promise<ImportPlan> {
  const allowance = new ImportAllowance();
  const plan = await readKind(folder, allowance);
  // An empty text would replace the one of an earlier import.
  const lessons = plan.lessons.filter(({ file }) => !allowance.isDamaged(file));
  return gatherLoose({ ...plan, lessons, messages: [...leftOutMessages(folder), ...plan.messages, ...allowance.messages()] });
}

/** Section of lessons without one that follow a section: here, lessons without a section come first. */
const looseSection = 'Further';

function gatherLoose(plan: ImportPlan): ImportPlan {
  const begin = plan.lessons.findIndex(({ section }) => section !== null);
  const isLoose = (lesson: PlannedLesson, index: number) => begin !== -1 && index > begin && lesson.section === null;
  const loose = plan.lessons.filter(isLoose);
  const sections = loose.length === 0 || plan.sections.includes(looseSection) ? plan.sections : [...plan.sections, looseSection];
  const section = sections.indexOf(looseSection);
  const placed = plan.lessons.map((lesson, index) => (isLoose(lesson, index) ? { ...lesson, section } : lesson));
  // A section can't be resumed: its lessons must be consecutive.
  const sectionOf = (lesson: PlannedLesson) => lesson.section ?? -1;
  const messages = loose.map(({ file, title }) => ({
    file,
    lines: [],
    message: `${JSON.stringify(title)} moves to a section ${JSON.stringify(looseSection)} at the end, because lessons without a section come first here.`,
    weight: 'changed' as const,
  }));
  return { ...plan, sections, lessons: placed.toSorted((a, b) => sectionOf(a) - sectionOf(b)), messages: [...plan.messages, ...messages] };
}

async function readKind(folder: Folder, allowance: ImportAllowance): Promise<ImportPlan> {
  if (isOwnFolder(folder)) return readOwnFolder(folder, allowance);
  if (isMdBook(folder)) return readMdBook(folder, allowance);
  if (isDocusaurus(folder)) return readDocusaurus(folder, allowance);
  if (hasTexts(folder)) return readPlain(folder, allowance);
  const [refusal = unknownKind(folder)] = folder.leftOut.values();
  throw refusal;
}

/** Texts of other tools, by the endings of their files. */
const otherFormats: Readonly<Record<string, string>> = {
  adoc: 'AsciiDoc',
  asciidoc: 'AsciiDoc',
  rst: 'reStructuredText',
  org: 'Org mode',
  tex: 'LaTeX',
  typ: 'Typst',
  docx: 'Word',
  odt: 'OpenDocument',
};

function unknownKind({ paths }: Folder): FolderError {
  for (const path of paths) {
    const ending = /\.(\w{1,8})$/u.exec(path)?.[1]?.toLowerCase() ?? '';
    const format = Object.hasOwn(otherFormats, ending) ? otherFormats[ending] : undefined;
    if (format !== undefined) return folderError('ARCHIVE_FORMAT_UNSUPPORTED', { format });
  }
  return folderError('ARCHIVE_KIND_UNKNOWN');
}
