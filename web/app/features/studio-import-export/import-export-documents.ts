import { graphql } from '../../shared/graphql-document.ts';

/** A course or a book that the person writes. */
export type OwnItem = { id: string; title: string; permalink: string };

/** What the page of folders asks: whether the person begins items, and which they write. */
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
