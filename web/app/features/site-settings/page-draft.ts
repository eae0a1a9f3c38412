import { changedContent, readSections, withStored, writeSections } from '@newline/api/rules/site/page-sections';
import type { Entry } from './entry-list.tsx';
import { editedPages, type EditedPage } from './page-sections-form.ts';

/** A section in the editor, with its whole content. */
export type EditedSection = { readonly kind: string; readonly isHidden: boolean; readonly content: Readonly<Record<string, unknown>> };

/** A logo of a strip, 'customers' or 'students', as form values. */
export type LogoEntry = Entry & { readonly strip: string };

/** A logo from the API. */
export type StoredLogo = {
  readonly name: string;
  readonly imageUrl: string | null;
  readonly darkImageUrl: string | null;
  readonly websiteUrl: string | null;
  readonly isStudentLogo: boolean;
};

/** A page to send: its sections and logos, as JSON. */
export type PageDraft = { readonly sections: string; readonly logos: string };

/** Returns the stored sections of a page as form values. */
export function editedSections(page: EditedPage, stored: string): EditedSection[] {
  const { kinds, standard } = editedPages[page];
  return readSections(kinds, stored).map(({ kind, isHidden, content }) => ({
    kind,
    isHidden,
    content: { ...withStored(standard[kind] ?? {}, content) },
  }));
}

/** Returns the stored logos as form values. */
export function logosOf(stored: readonly StoredLogo[]): LogoEntry[] {
  return stored.map(({ name, imageUrl, darkImageUrl, websiteUrl, isStudentLogo }) => ({
    name,
    imageUrl: imageUrl ?? '',
    darkImageUrl: darkImageUrl ?? '',
    websiteUrl: websiteUrl ?? '',
    strip: isStudentLogo ? 'students' : 'customers',
  }));
}

/** Returns the page to send: the values of each section that differ from the defaults, without empty lines and rows. */
export function draftOf(page: EditedPage, sections: readonly EditedSection[], logos: readonly LogoEntry[]): PageDraft {
  const { kinds, standard } = editedPages[page];
  const written = sections.map(({ kind, isHidden, content }) => ({
    kind,
    isHidden,
    content: changedContent(standard[kind] ?? {}, withoutBlanks(content)),
  }));
  const filled = logos.map(trimmed).filter((logo) => logo['name'] !== '');
  return {
    sections: writeSections(kinds, written),
    logos: JSON.stringify(
      filled.map(
        ({ name = '', imageUrl, darkImageUrl, websiteUrl, strip }): StoredLogo => ({
          name,
          imageUrl: imageUrl || null,
          darkImageUrl: (imageUrl && darkImageUrl) || null,
          websiteUrl: websiteUrl || null,
          isStudentLogo: strip === 'students',
        }),
      ),
    ),
  };
}

function withoutBlanks(content: EditedSection['content']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => {
      if (typeof value === 'string') return [name, value.trim()];
      if (!Array.isArray(value)) return [name, value];
      const rows = value.map((row: unknown) => (typeof row === 'string' ? row.trim() : trimmed(row as Entry)));
      return [name, rows.filter((row) => (typeof row === 'string' ? row !== '' : Object.values(row).some((text) => text !== '')))];
    }),
  );
}

function trimmed(row: Entry): Entry {
  return Object.fromEntries(Object.entries(row).map(([name, text]) => [name, text.trim()]));
}
