import { defineErrors } from '@zo/errors';

export const chatErrors = defineErrors('chat', {
  runActive: [409, 'An answer is still being written in this chat. Stop it or wait for it to end.'],
  unknownParent: [400, 'The message this one answers is not part of this chat.'],
  notAnAnswer: [400, 'A message can only follow an answer.'],
  notRunning: [409, 'The answer has ended meanwhile. Send the message as usual.'],
  queueFull: [409, 'Twenty messages wait already. Remove one first.'],
  emptyMessage: [400, 'A message needs some text, a file or an attachment.'],
  unknownModel: [400, 'The model {model} is not available. Choose another one.'],
  approvalGone: [409, 'This question has already been answered or is too old.'],
  runNotEnded: [409, 'This answer is still being written.'],
  nothingToUndo: [409, 'There is nothing to undo.'],
  nothingToRedo: [409, 'Nothing was undone.'],
  undoExpired: [409, 'The files before this answer are not kept any more. Versions of single files may still be.'],
  needsAddress: [400, 'This kind of provider needs an address.'],
  needsKey: [400, 'This kind of provider needs a key.'],
  keyForAddress: [400, 'Enter the key again when you change the address.'],
  tooManyProviders: [409, 'There are 20 providers already. Remove one first.'],
  zofileUnknown: [503, 'The persona of this chat could not be read. Nothing was sent; try again in a moment.'],
});
