import type { GenericEndpointContext, User } from 'better-auth';
import { getSessionFromCtx } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import type { SecondStep } from './second-steps.ts';

/** Signs in a user after a valid second step, and signs out any previous user of the same browser. */
export async function startSession(ctx: GenericEndpointContext, user: User, secondStep: SecondStep): Promise<void> {
  const former = await getSessionFromCtx(ctx);
  if (former) await ctx.context.internalAdapter.deleteSession(former.session.token);
  const session = await ctx.context.internalAdapter.createSession(user.id, false, { secondStep });
  await setSessionCookie(ctx, { session, user });
}
