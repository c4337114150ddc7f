import { defineErrors } from '@zo/errors';

const IN_SETTINGS = 'in Settings › Connections';

export const connectionErrors = defineErrors('connections', {
  notSetUp: [409, `{app} is not set up here yet. The owner of this installation enters its client ${IN_SETTINGS}.`],
  notConnected: [409, `{app} is not connected. Connect it ${IN_SETTINGS}.`],
  broken: [409, `{app} does not accept the connection any more. Connect it again ${IN_SETTINGS}.`],
  clientRefused: [
    409,
    `{app} does not take the client of this installation any more. Its owner enters it again ${IN_SETTINGS}.`,
  ],
  notPermitted: [409, '{app} does not permit this: {reason}'],
  absent: [404, 'This is not there in {app} any more.'],
  busy: [503, '{app} is busy. Try again in a minute.'],
  away: [502, '{app} does not answer. Try again in a moment.'],
  badAnswer: [502, '{app} gave an answer that cannot be used. Try again in a moment.'],
  refused: [422, '{app} refused this: {reason}'],
  tooMuch: [422, '{app} answered more than can be read at once. Ask for less.'],
  unconfirmed: [502, '{app} did not confirm this, and it may have been done. Look there before trying again.'],
  switchedOff: [409, `{kind} is switched off for {app}. It is switched on ${IN_SETTINGS}.`],
  scopeMissing: [
    409,
    `{app} was connected without leave to {words}. Connect it again ${IN_SETTINGS}, and allow that when {app} asks.`,
  ],
  notTopLevel: [400, 'This address is opened by the app that you connect.'],
});

export const importErrors = defineErrors('imports', {
  driveFailed: [502, 'Failed to fetch Drive files'],
  notionFailed: [502, 'Failed to fetch Notion pages'],
  isFolder: [422, 'Folders cannot be imported. Open the folder and choose its files.'],
  notExportable: [422, 'Google has no file format for this kind of document.'],
  tooLarge: [413, 'File exceeds {size} limit'],
  changed: [409, 'The file was changed in {app} while it was read. Import it again.'],
  insideTrash: [403, 'Nothing can be put into the trash this way.'],
  stopped: [499, 'The import was stopped. Nothing was left in your files.'],
  diskFull: [
    507,
    'The disk of your computer is full. Delete something or empty the trash; nothing was left half done.',
  ],
  notWritable: [409, 'The folder cannot be written: {reason}'],
  asleep: [503, 'Your computer could not be reached. Nothing was lost; try again in a moment.'],
});
