import { graphql } from '../../shared/graphql-document.ts';

/** A line of a comparison. */
export type ComparedLine = { kind: 'SAME' | 'ADDED' | 'REMOVED'; text: string };

/** Code of a text that has changed in its repository, or was deleted there. */
export type ChangedCode = {
  id: string;
  blockId: string;
  owner: string;
  name: string;
  filepath: string;
  refname: string;
  oid: string;
  startLine: number | null;
  endLine: number | null;
  state: 'CURRENT' | 'CHANGED' | 'GONE';
  reason: string | null;
  newOid: string | null;
  newStartLine: number | null;
  newEndLine: number | null;
  diff: ComparedLine[] | null;
};

export const ArticleRemoteCodeDocument = graphql(/* GraphQL */ `query articleRemoteCode($id: UUID!) {
  articleById(id: $id) {
    remoteCodeSources(first: 100) {
      nodes {
        id blockId owner name filepath refname oid startLine endLine state reason newOid newStartLine newEndLine diff { kind text }
      }
    }
  }
}`);

export const AcceptRemoteCodeDocument = graphql(/* GraphQL */ `mutation acceptRemoteCode($id: UUID!) {
  acceptRemoteCode(input: { id: $id }) { remoteCodeSource { id state } }
}`);

export const KeepRemoteCodeDocument = graphql(/* GraphQL */ `mutation keepRemoteCode($id: UUID!) {
  keepRemoteCode(input: { id: $id }) { remoteCodeSource { id state } }
}`);
