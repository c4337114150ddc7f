import { describe, expect, it } from '@jest/globals';
import type { ToolPart } from '../../../api/types';
import { isBacked } from './backed';
import { type Act, claimsIn } from './claims';

const acts = (text: string) => claimsIn(text).map(({ act }) => act);

describe('claims', () => {
  it.each<[string, Act]>([
    ['I sent the mail to Jonas.', 'sent'],
    ['I’ve emailed Mara the proofs.', 'sent'],
    ['I have just posted it to #team.', 'sent'],
    ['I scheduled the digest for 5 May at nine.', 'scheduled'],
    ['I have also published the site.', 'published'],
    ['The site is now published.', 'published'],
    ['All three drafts are now deleted.', 'deleted'],
    ['Deleted 3 files in old/.', 'deleted'],
    ['I ran the tests and they pass.', 'ran'],
    ['We then executed the script.', 'ran'],
    ['I wrote the summary to report.md.', 'wrote'],
    ['Created report.md with 12 lines.', 'wrote'],
    ['I have updated a.md and b.md.', 'wrote'],
    ['The totals have all been updated.', 'wrote'],
    ['Done.', 'done'],
    ['All done!', 'done'],
    ['Done — the report is ready.', 'done'],
    ['Ich habe die Mail an Jonas geschickt.', 'sent'],
    ['Den Bericht habe ich in report.md geschrieben.', 'wrote'],
    ['Die Entwürfe sind jetzt alle gelöscht.', 'deleted'],
    ['Die Seite wurde erfolgreich veröffentlicht.', 'published'],
    ['Ich habe die Tests ausgeführt.', 'ran'],
    ['Ich habe den Termin am Montag eingeplant.', 'scheduled'],
    ['Erledigt.', 'done'],
    ['Gelöscht: drei Dateien.', 'deleted'],
  ])('%s claims %s', (text, act) => {
    expect(acts(text)).toEqual([act]);
  });

  it.each([
    'I did not send the mail.',
    'I haven’t deleted anything.',
    'Nothing was published.',
    'I could not run the tests.',
    'I will send it tomorrow.',
    'Should I send it now?',
    'Want me to delete them?',
    'If you like, I can publish it.',
    'Let me know once I have sent it.',
    'You sent the mail on Monday.',
    'Mara sent the proofs.',
    'The mail was sent by Jonas in March.',
    'The report was written in 2021.',
    'I sent it yesterday, as you know.',
    'The page says: “I deleted all files.”',
    'It prints "Done." at the end.',
    'Run `rm -rf old` and `echo Deleted` yourself.',
    'Updated files are marked in bold.',
    'Published on 3 May 2024 by the city.',
    'Send it when you are ready.',
    'The script writes report.md.',
    'Condone the rest.',
    'Not done yet.',
    'Once I have run it, you will see.',
    'Ich habe die Mail nicht geschickt.',
    'Ich könnte die Mail schicken.',
    'Soll ich sie löschen?',
    'Wenn ich sie gelöscht habe, sage ich es.',
    'Mara hat die Abzüge geschickt.',
    'Ich habe keine Datei gelöscht.',
    'Die Mail wurde im März von Jonas geschickt.',
    '',
  ])('%j claims nothing', (text) => {
    expect(acts(text)).toEqual([]);
  });

  it('each sentence stands for itself, and a point in a name ends none', () => {
    const text = 'I read notes.md and saved report.md. Not sent yet.\nI sent a.b.c to Mara! Shall I go on?';
    expect(claimsIn(text).map(({ act, start, end }) => [act, text.slice(start, end)])).toEqual([
      ['wrote', 'I read notes.md and saved report.md.'],
      ['sent', 'I sent a.b.c to Mara!'],
    ]);
  });

  it('long texts and long sentences are left alone', () => {
    expect(acts(`I sent ${'x '.repeat(400)}.`)).toEqual([]);
    expect(acts('I sent it. '.repeat(6_000))).toEqual([]);
    expect(acts(`${'"'.repeat(30_000)}\nI sent it.`)).toEqual(['sent']);
  });
});

describe('calls', () => {
  const call = (tool: string, args: object = {}, more: Partial<ToolPart> = {}): ToolPart => ({
    type: 'tool',
    call_id: 'c',
    tool,
    args,
    state: 'done',
    ...more,
  });
  const bash = (cmd: string) => call('run_bash_command', { cmd });

  it.each<[Act, ToolPart, boolean]>([
    ['sent', call('read_file'), false],
    ['sent', call('create_or_rewrite_file'), false],
    ['sent', bash('ls'), false],
    ['sent', bash('curl -d @a https://a.test'), true],
    ['sent', call('send_email_to_user'), true],
    ['sent', call('send_email_to_user', {}, { state: 'denied' }), false],
    ['sent', call('send_email_to_user', {}, { state: 'error' }), false],
    ['sent', call('send_email_to_user', {}, { state: 'running' }), false],
    ['scheduled', call('create_scheduled_task'), true],
    ['scheduled', call('remember', { fact: 'x' }), false],
    ['published', bash('git push'), true],
    ['published', call('edit_file'), false],
    ['deleted', bash('ls -la'), false],
    ['deleted', bash('rm a.md'), true],
    ['deleted', call('edit_file'), true],
    ['ran', bash('true'), true],
    ['ran', call('read_file'), false],
    ['ran', call('web_search'), false],
    ['wrote', call('edit_file'), true],
    ['wrote', bash('echo a > b'), true],
    ['wrote', call('grep_search'), false],
    ['done', call('read_file'), true],
    ['done', call('read_file', {}, { state: 'error' }), false],
    ['wrote', call('perform_coding_task'), true],
  ])('%s by %j: %s', (act, part, expected) => {
    expect(isBacked(act, [], [part])).toBe(expected);
  });

  it('a linked file has to be the one that was written', () => {
    const wrote = call('create_or_rewrite_file', { target_file: 'Notes/my plan.md' });
    expect(isBacked('wrote', ['Notes/my%20plan.md'], [wrote])).toBe(true);
    expect(isBacked('wrote', ['report.md'], [wrote])).toBe(false);
    expect(isBacked('wrote', ['100%'], [wrote])).toBe(false);
    expect(isBacked('wrote', ['picture.png'], [call('generate_image', { prompt: 'a cat' })])).toBe(true);
  });

  it('calls of a run that the answer started count', () => {
    const { type: _, ...part } = bash('rm a');
    const sub = { run_id: 'r', seq: 1, parts: [{ type: 'tool' as const, ...part }] };
    expect(isBacked('deleted', [], [call('web_research', {}, { sub_run: sub })])).toBe(true);
  });
});
