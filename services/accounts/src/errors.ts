import { defineErrors } from '@zo/errors';

export const accountErrors = defineErrors('accounts', {
  wrongCredentials: [401, 'Wrong e-mail or password.'],
  tooManyAttempts: [429, 'Too many attempts. Try again in {seconds} seconds.'],
  emailTaken: [409, 'There is an account with this e-mail already. Sign in instead.'],
  handleTaken: [409, 'The handle “{handle}” is taken.'],
  signUpClosed: [403, 'This computer does not take new people. Ask its owner for an invitation.'],
  invitationNeeded: [403, 'An invitation is needed. Ask the owner of this computer for one.'],
  invitationBad: [403, 'This invitation was used, has ended, or was meant for another e-mail address.'],
  notClaimed: [403, 'This computer has no owner yet. Open the link that was printed when it started.'],
  alreadyClaimed: [409, 'This computer has an owner already. Sign in instead.'],
  claimTokenWrong: [403, 'This link is not the one that was printed when the computer started.'],
  passwordLinkBad: [403, 'This link was used or has ended. Ask whoever runs this Zo for a new one.'],
  wrongPassword: [403, 'The current password is not right.'],
  nonceTooOften: [429, 'Too many connections were asked for. Try again in {seconds} seconds.'],
  tooManyTokens: [409, 'You have {max} tokens. Revoke one that is not used any more.'],
  tooManyPrograms: [
    409,
    'You have connected {max} programs. Disconnect one in Settings › Programs that is not used any more.',
  ],
  programUnknown: [404, 'This program is not known here any more. Remove Zo from it, and add Zo there again.'],
  programAddressUnknown: [400, 'The program wants to be answered at an address that it has not registered.'],
  questionGone: [404, 'This question has ended. Start again in the program that asked.'],
  scopeNotAsked: [400, 'The program has not asked for that.'],
  callerUnknown: [401, 'The cluster does not know whose token this is.'],
  callerForbidden: [
    403,
    '{resource}.compute.zo.internal is forbidden: User "{who}" cannot {verb} resource "{resource}" in API group ' +
      '"compute.zo.internal" at the cluster scope',
  ],
  handleUnknown: [404, 'Nobody has the handle “{handle}”.'],
  keyTaken: [409, 'The key “{key}” belongs to another entry.'],
});
