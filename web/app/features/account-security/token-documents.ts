import { graphql } from '../../shared/graphql-document.ts';

/** What an access token can do. */
export type TokenScope = 'READ' | 'WRITE' | 'ADMIN';

/** An access token of the user, without the token itself. */
export type AccessToken = {
  id: string;
  name: string;
  scope: TokenScope;
  ending: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  lastClient: string | null;
};

/** The user's access tokens, oldest first. */
export const OwnTokensDocument = graphql(/* GraphQL */ `query ownAccessTokens {
  viewer {
    id isAdmin
    accessTokens(first: 50) { nodes { id name scope ending createdAt expiresAt lastUsedAt lastClient } }
  }
}`);
