import { isDocusaurus, readDocusaurus } from './docusaurus/read-docusaurus.ts';
import { type Folder, FolderError } from './folder.ts';
import { ImportAllowance } from './import-allowance.ts';
import type { ImportPlan, PlannedLesson } from './import-plan.ts';
import { isMdBook, readMdBook } from './mdbook/read-mdbook.ts';
import { isOwnFolder, readOwnFolder } from './own/read-own.ts';

/** Reads what a folder would make. Throws a FolderError when it is none of the kinds that are known, or is broken. */
export async function readPlan(folder: Folder): Promise<ImportPlan> {
  return gatherLoose(await readKind(folder, new ImportAllowance()));
}

/** Where lessons without a section stand after one that has: here those come first. */
const looseSection = 'Further';

function gatherLoose(plan: ImportPlan): ImportPlan {
  const begin = plan.lessons.findIndex(({ section }) => section !== null);
  const isLoose = (lesson: PlannedLesson, index: number) => begin !== -1 && index > begin && lesson.section === null;
  const loose = plan.lessons.filter(isLoose);
  const sections = loose.length === 0 || plan.sections.includes(looseSection) ? plan.sections : [...plan.sections, looseSection];
  const section = sections.indexOf(looseSection);
  const placed = plan.lessons.map((lesson, index) => (isLoose(lesson, index) ? { ...lesson, section } : lesson));
  // Sections are not taken up again: their lessons stand together.
  const place = (lesson: PlannedLesson) => lesson.section ?? -1;
  const messages = loose.map(({ file, title }) => ({
    file,
    lines: [],
    message: `${JSON.stringify(title)} moves to a section ${JSON.stringify(looseSection)} at the end, because lessons without a section come first here.`,
  }));
  return { ...plan, sections, lessons: placed.toSorted((a, b) => place(a) - place(b)), messages: [...plan.messages, ...messages] };
}

async function readKind(folder: Folder, allowance: ImportAllowance): Promise<ImportPlan> {
  if (isOwnFolder(folder)) return readOwnFolder(folder, allowance);
  if (isMdBook(folder)) return readMdBook(folder, allowance);
  if (isDocusaurus(folder)) return readDocusaurus(folder, allowance);
  throw new FolderError(
    'Expected manifest.json (a folder that was exported here), book.toml (mdBook), or sidebars or _category_.json (Docusaurus); got none of them.',
  );
}
