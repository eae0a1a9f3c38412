import { typed } from '../../shared/graphql-document.ts';

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

/** The seat of the person who is signed in. */
export type OwnSeat = { id: string; team: { id: string; name: string; owner: { displayName: string } | null } | null };

export const TeamDocument = typed<{ viewer: { id: string; seat: OwnSeat | null; ownedTeams: { nodes: OwnedTeam[] } } | null }>(
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

export const InviteDocument = typed<
  { inviteToTeam: { team: { seatsTaken: number } | null } | null },
  { emails: readonly string[]; teamId: string }
>(
  /* GraphQL */ `mutation invite($emails: [String!]!, $teamId: UUID) {
  inviteToTeam(input: { emails: $emails, teamId: $teamId }) { team { seatsTaken } }
}`,
);

export const WithdrawDocument = typed<{ withdrawInvitation: { teamInvitation: { id: string } | null } | null }, { id: string }>(
  /* GraphQL */ `mutation withdraw($id: UUID!) { withdrawInvitation(input: { invitationId: $id }) { teamInvitation { id } } }`,
);

export const RemoveMemberDocument = typed<{ removeMember: { teamMember: { id: string } | null } | null }, { id: string }>(
  /* GraphQL */ `mutation removeMember($id: UUID!) { removeMember(input: { memberId: $id }) { teamMember { id } } }`,
);

export const LeaveTeamDocument = typed<{ leaveTeam: { teamMember: { id: string } | null } | null }>(
  /* GraphQL */ `mutation leaveTeam { leaveTeam(input: {}) { teamMember { id } } }`,
);

export const RenameTeamDocument = typed<{ renameTeam: { team: { name: string } | null } | null }, { id: string; name: string }>(
  /* GraphQL */ `mutation renameTeam($id: UUID!, $name: String!) { renameTeam(input: { teamId: $id, name: $name }) { team { name } } }`,
);

/** What an invitation says to whoever holds its link. */
export type Invitation = {
  teamName: string | null;
  inviter: string | null;
  email: string | null;
  status: string | null;
  expiresAt: string | null;
};

export const InvitationDocument = typed<
  { invitationByToken: Invitation | null; viewer: { seat: { id: string } | null } | null },
  { token: string }
>(
  /* GraphQL */ `query invitation($token: String!) {
  invitationByToken(token: $token) { teamName inviter email status expiresAt }
  viewer { seat { id } }
}`,
);

export const AcceptInvitationDocument = typed<{ acceptInvitation: { teamMember: { id: string } | null } | null }, { token: string }>(
  /* GraphQL */ `mutation acceptInvitation($token: String!) { acceptInvitation(input: { token: $token }) { teamMember { id } } }`,
);
