import { graphql } from '../../shared/graphql-document.ts';

/** A team as its owner sees it. */
export type OwnedTeam = {
  id: string;
  name: string;
  seats: number;
  seatsTaken: number;
  subscription: { status: string } | null;
  members: { nodes: { id: string; createdAt: string; user: { id: string; username: string; displayName: string } | null }[] };
  invitations: { nodes: { id: string; email: string; status: string; expiresAt: string }[] };
};

/** The seat of the signed-in user. */
export type OwnSeat = { id: string; team: { id: string; name: string; owner: { displayName: string } | null } | null };

export const TeamDocument = graphql(
  /* GraphQL */ `query team {
  viewer {
    id
    seat { id team { id name owner { displayName } } }
    ownedTeams(first: 5) {
      nodes {
        id name seats seatsTaken
        subscription { status }
        members(first: 100) { nodes { id createdAt user { id username displayName } } }
        invitations(first: 100) { nodes { id email status expiresAt } }
      }
    }
  }
}`,
);

export const InviteDocument = graphql(
  /* GraphQL */ `mutation invite($emails: [String!]!, $teamId: UUID) {
  inviteToTeam(input: { emails: $emails, teamId: $teamId }) { team { seatsTaken } }
}`,
);

export const WithdrawDocument = graphql(
  /* GraphQL */ `mutation withdraw($id: UUID!) { withdrawInvitation(input: { invitationId: $id }) { teamInvitation { id } } }`,
);

export const RemoveMemberDocument = graphql(
  /* GraphQL */ `mutation removeMember($id: UUID!) { removeMember(input: { memberId: $id }) { teamMember { id } } }`,
);

export const LeaveTeamDocument = graphql(/* GraphQL */ `mutation leaveTeam { leaveTeam(input: {}) { teamMember { id } } }`);

export const RenameTeamDocument = graphql(
  /* GraphQL */ `mutation renameTeam($id: UUID!, $name: String!) { renameTeam(input: { teamId: $id, name: $name }) { team { name } } }`,
);

/** An invitation as its recipient sees it. */
export type Invitation = {
  teamName: string | null;
  inviter: string | null;
  email: string | null;
  status: string | null;
  expiresAt: string | null;
};

export const InvitationDocument = graphql(
  /* GraphQL */ `query invitation($token: String!) {
  invitationByToken(token: $token) { teamName inviter email status expiresAt }
  viewer { seat { id } }
}`,
);

export const AcceptInvitationDocument = graphql(
  /* GraphQL */ `mutation acceptInvitation($token: String!) { acceptInvitation(input: { token: $token }) { teamMember { id } } }`,
);
