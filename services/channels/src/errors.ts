import { defineErrors } from '@zo/errors';

export const channelErrors = defineErrors('channels', {
  tooManySenders: [409, 'There are {most} known senders already. Remove one that you do not use.'],
  ownAddress: [409, 'This is the address of your account, which is always let in.'],
  notHeld: [409, 'This message is not held any more.'],
  notKept: [409, 'Only a message that is kept here can be answered here.'],
  noReply: [409, 'This message belongs to no chat, so there is nothing to answer.'],
  badServer: [422, 'The mail server did not accept this: {why}'],
  fixedServer: [409, 'The mail server is set by the environment of this installation.'],
  noTextProvider: [409, 'No text provider is set up here. The administrator of this installation sets one up.'],
  notTexted: [422, 'No code could be sent there. {why}'],
  wrongCode: [422, 'This code is not right, or no longer valid. Ask for a new one.'],
  notSigned: [403, 'This request was not sent by the text provider.'],
  badHook: [400, 'This is no message of the text provider.'],
  noAnswer: [400, 'This is no answer. Open the link again, then choose one.'],
  badBot: [422, 'Telegram did not accept this: {why}'],
  noBot: [409, 'No bot is set up here. The owner of this installation makes one in Settings › Channels.'],
  noPush: [422, 'This device cannot be reached by its push service. Try again, or use another browser.'],
  tooManyDevices: [409, 'There are {most} devices already. Remove one that you do not use.'],
  tooMany: [429, 'That was too much at once. Try again in {minutes} minutes.'],
});
