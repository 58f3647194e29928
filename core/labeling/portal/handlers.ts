import { invitationContract, portalContract } from '../../../shared/contract/invitation.ts';
import { messageContract } from '../../../shared/contract/message.ts';
import { handlersOf } from '../../platform/base.ts';
import { invitationsOf, invite, inviteAll, revoke } from './invite.ts';
import { liveTeam } from './live.ts';
import { messagesOf, sendMessage } from './messages.ts';

export const invitationHandlers = handlersOf(invitationContract, {
  list: (context, input) => invitationsOf(context, input.studyId),
  live: (context, input) => liveTeam(context, input.studyId),
  create: invite,
  createAll: inviteAll,
  // The protocols are loaded with what needs them.
  offers: async (context, input) => (await import('./own-validation.ts')).offersOf(context, input.studyId),
  offer: async (context, input) => (await import('./own-validation.ts')).offer(context, input),
  revoke,
});

export const portalHandlers = handlersOf(portalContract, {
  state: (context) => context.teamDoor.state(),
  open: (context, input) => context.teamDoor.open(input),
  close: (context) => context.teamDoor.close(),
});

export const messageHandlers = handlersOf(messageContract, {
  list: (context, input) => messagesOf(context, input.studyId),
  send: sendMessage,
});
