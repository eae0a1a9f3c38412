import { graphql } from '../../shared/graphql-document.ts';

/** A course or book that the user writes. */
export type OwnItem = { id: string; title: string; permalink: string };

/** Whether the user may create items, and which items they write. */
export const ImportExportDocument = graphql(/* GraphQL */ `
  query studioFolders {
    isAuthor
    myCourses(first: 100) {
      nodes { id title permalink }
    }
    myBooks(first: 100) {
      nodes { id title permalink }
    }
  }
`);
