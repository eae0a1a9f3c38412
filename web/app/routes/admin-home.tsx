import { siteSettings } from '@newline/api/rules/site/site-settings';
import { site } from '@newline/api/rules/site/site';
import { data } from 'react-router';
import type { Route } from './+types/admin-home';
import { requireStaff } from '../features/admin/require-staff.server.ts';
import { editedSections, logosOf } from '../features/site-settings/page-draft.ts';
import { EditedPageDocument } from '../features/site-settings/page-editor-documents.ts';
import { PageEditor } from '../features/site-settings/page-editor.tsx';
import { editedPages, type EditedPage } from '../features/site-settings/page-sections-form.ts';
import { expectValue } from '../shared/graphql-document.ts';
import { runDocument } from '../shared/run-document.server.ts';

const pages: Readonly<Record<string, EditedPage>> = { '': 'HOME', pricing: 'PRICING', 'write-with-us': 'WRITE_WITH_US' };

export async function loader({ context, params }: Route.LoaderArgs) {
  requireStaff(context);
  const page = pages[params.page ?? ''];
  if (page === undefined) throw data(null, { status: 404 });
  const { pageLayout, logos, tags, countedFacts, titlesInPro, homePage } = await runDocument(context, EditedPageDocument, { page });
  const { sections, revision } = expectValue(pageLayout);
  const { claims, catalogFigure } = siteSettings();
  return {
    page,
    sections,
    revision,
    logos: logos?.nodes ?? [],
    choices: {
      categories: tags?.nodes ?? [],
      counted: countedFacts.nodes,
      titlesInPro: titlesInPro ?? 0,
      typedNumbers: [
        ...claims.map(({ figure, words }) => `${figure} ${words}`),
        ...(catalogFigure === null ? [] : [`${catalogFigure} titles`]),
      ],
      hasOtherTestimonials: (homePage?.testimonialSlugs ?? []).length > 0,
    },
  };
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData ? editedPages[loaderData.page].label : 'Home page'} · ${site.name}` },
  { name: 'robots', content: 'noindex' },
];

export default function AdminHome({ loaderData }: Route.ComponentProps) {
  const { page, sections, revision, logos, choices } = loaderData;
  return (
    <PageEditor
      key={page}
      page={page}
      revision={revision}
      stored={editedSections(page, sections)}
      logos={logosOf(logos)}
      choices={choices}
    />
  );
}
