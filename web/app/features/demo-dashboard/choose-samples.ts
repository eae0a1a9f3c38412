import { type FilterGroup, filterGroups, fixedLabels, type LibraryChoice } from '../../shared/library/library-choice.ts';
import type { LibraryFacts, LibraryOption } from '../../shared/library/library-facts.ts';
import type { Sample } from './desk-data.ts';

const maxTechnologies = 9;

/** Filters and sorts the sample library in the browser, as the database does for a real one. */
export function chooseSamples(samples: readonly Sample[], choice: LibraryChoice): LibraryFacts {
  const terms = fold(choice.search).split(/\s+/u).filter(Boolean);
  const isCalled = ({ title }: Sample) => terms.every((word) => fold(title).includes(word));
  const passes = (sample: Sample, except: FilterGroup | null) =>
    isCalled(sample) &&
    filterGroups.every(({ name }) => {
      const chosen = choice.filters[name];
      return name === except || chosen.length === 0 || chosen.some((value) => valuesOf(sample, name).includes(value));
    });
  const countOf = (group: FilterGroup, value: string) =>
    samples.filter((sample) => passes(sample, group) && valuesOf(sample, group).includes(value)).length;
  const fixed = (group: 'status' | 'kind') =>
    Object.entries(fixedLabels[group]).map(
      ([value, label]): LibraryOption => ({ group, value, label, icon: null, count: countOf(group, value) }),
    );
  const matches = samples.filter((sample) => passes(sample, null));
  return {
    entries: sorted(matches, choice.sort),
    options: [
      ...fixed('status'),
      ...fixed('kind'),
      ...technologiesOf(samples).map(
        ({ slug, name, icon }): LibraryOption => ({
          group: 'technology',
          value: slug,
          label: name,
          icon,
          count: countOf('technology', slug),
        }),
      ),
      ...instructorsOf(samples).map(
        ({ username, name }): LibraryOption => ({
          group: 'instructor',
          value: username,
          label: name,
          icon: null,
          count: countOf('instructor', username),
        }),
      ),
    ],
    matchesCount: matches.length,
    itemsCount: samples.length,
    isNearly: false,
    pageSize: samples.length,
  };
}

function valuesOf(sample: Sample, group: FilterGroup): readonly string[] {
  switch (group) {
    case 'status':
      return [sample.status];
    case 'kind':
      return sample.isMasterclass ? [sample.kind, 'masterclass'] : [sample.kind];
    case 'technology':
      return sample.technologies.map(({ slug }) => slug);
    case 'instructor':
      return sample.instructors.map(({ username }) => username);
  }
}

function sorted(samples: readonly Sample[], sort: LibraryChoice['sort']): readonly Sample[] {
  switch (sort) {
    case 'recently-accessed':
      return samples;
    case 'recently-enrolled':
      return samples.toSorted((one, other) => one.enrolledPlace - other.enrolledPlace);
    case 'title':
      return samples.toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
    case 'title-descending':
      return samples.toSorted((one, other) => other.title.localeCompare(one.title, 'en'));
  }
}

/** Returns the 9 most frequent technologies with an icon. */
function technologiesOf(samples: readonly Sample[]): Sample['technologies'][number][] {
  const all = samples.flatMap(({ technologies }) => technologies.filter(({ icon }) => icon !== null));
  const frequency = (slug: string) => all.filter((technology) => technology.slug === slug).length;
  return [...new Map(all.map((technology) => [technology.slug, technology])).values()]
    .toSorted((one, other) => frequency(other.slug) - frequency(one.slug) || one.name.localeCompare(other.name, 'en'))
    .slice(0, maxTechnologies);
}

function instructorsOf(samples: readonly Sample[]): Sample['instructors'][number][] {
  const all = samples.flatMap(({ instructors }) => instructors);
  return [...new Map(all.map((instructor) => [instructor.username, instructor])).values()].toSorted((one, other) =>
    one.name.localeCompare(other.name, 'en'),
  );
}

/** Removes case and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
