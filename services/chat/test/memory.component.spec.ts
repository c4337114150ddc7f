import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { type Harness, startHarness } from './harness.js';
import { FACTS, remembering, skill, today } from './remembering.js';
import { fine } from './scripted.js';

let at: Harness;
let home: ReturnType<typeof remembering>;
beforeAll(async () => {
  at = await startHarness({ computer: true });
  home = remembering(at);
});
afterAll(() => at.stop());
beforeEach(() => home.clear());

describe('what a model is told of its user', () => {
  it('is what AGENTS.md, the facts and the skills of the home say, the same bytes over a chat', async () => {
    await home.write('AGENTS.md', 'Always in British spelling.');
    await home.write(FACTS, '# Mine\n- The shop is called Fernweh.\n- No dashes in headlines. (you, 2026-10-29)\n');
    await home.write('skills/letters/SKILL.md', skill('letters'));
    await home.write('.claude/skills/charts/SKILL.md', skill('charts'));
    const { sent, prompt } = await home.ask();
    expect(prompt).toContain('<guide>\nAlways in British spelling.\n</guide>');
    expect(prompt).toContain('<memory>\n- The shop is called Fernweh.\n- No dashes in headlines.\n</memory>');
    expect(prompt).toContain(
      '- charts (~/workspace/.claude/skills/charts/SKILL.md): About charts\n- letters ' +
        '(~/workspace/skills/letters/SKILL.md): About letters',
    );
    await home.call('read_file', { target_file: 'AGENTS.md' }, { id: sent.conversation_id });
    const last = at.provider.requests.length - 1;
    expect([home.promptOf(last - 1), home.promptOf(last)]).toEqual([prompt, prompt]);
    const { steps } = await at.me.json<any>(`/api/runs/${sent.run_id}/context`);
    const parts = Object.fromEntries(steps[0].parts.map(({ kind, count }: any) => [kind, count]));
    expect(parts).toMatchObject({ system: 1, memory: 3, skill: 2 });
  });

  it('is the nearest AGENTS.md upwards from the file that the chat began with', async () => {
    await home.write('AGENTS.md', 'of all');
    await home.write('work/AGENTS.md', 'of the work');
    await home.write('work/deep/plan.md', 'plan');
    const files = [{ id: 'f', path: 'w/work/deep/plan.md' }];
    const { sent, prompt } = await home.ask({ files });
    expect(prompt).toContain('<guide>\nof the work\n</guide>');
    expect(prompt).not.toContain('of all');
    expect((await home.ask({ id: sent.conversation_id })).prompt).toBe(prompt);
    expect((await home.ask()).prompt).toContain('<guide>\nof all\n</guide>');
  });

  it('is bounded, and says what was left out', async () => {
    await home.write('AGENTS.md', `${'ä'.repeat(10_000)} the end`);
    const facts = Array.from({ length: 400 }, (_, index) => `- Fact ${index} ${'x'.repeat(100)}`);
    await home.write(FACTS, facts.join('\n'));
    const { prompt } = await home.ask();
    expect(prompt).toContain('(Only the first 16 KB of ~/workspace/AGENTS.md are shown here;');
    expect(prompt).not.toContain('the end');
    expect(prompt).not.toContain('\ufffd');
    const [, left] = /\((\d+) older ones are left out; they are in ~\/workspace\/Notes\/Memory\.\)/.exec(prompt)!;
    expect(prompt).toContain('- Fact 399 ');
    expect(prompt).toContain(`- Fact ${left} `);
    expect(prompt).not.toContain(`- Fact ${Number(left) - 1} `);
    expect(Buffer.byteLength(prompt)).toBeLessThan(40_000);
  });

  it('leaves out what cannot be read, and says so to its user', async () => {
    await home.write('skills/good/SKILL.md', skill('good'));
    await home.write('skills/again/SKILL.md', skill('good'));
    await home.write('skills/broken/SKILL.md', '---\nname: [\n---\n');
    await home.write('Notes/Memory/bytes.md', '\u0000');
    const { prompt } = await home.ask();
    expect(prompt).not.toContain('broken');
    const { unreadable, skills } = await home.memory();
    expect(skills.map(({ name }) => name)).toEqual(['good']);
    expect(unreadable.map(({ name, problem }) => [name, problem])).toEqual([
      ['bytes.md', 'It is larger than 64 KB, or no text.'],
      ['broken', 'The block at the beginning of SKILL.md is not valid YAML.'],
      ['good', expect.stringContaining('good already')],
    ]);
  });

  it('is as it was when the message was sent, after any change and back', async () => {
    const [tea, coffee] = ['- Ada likes tea.\n', '- Ada likes coffee.\n'];
    for (const text of [tea, coffee, tea, tea, `${tea}${coffee}`, coffee, '', tea]) {
      await home.write(FACTS, text);
      const { prompt } = await home.ask();
      expect([text, prompt.includes(tea.trim()), prompt.includes(coffee.trim())]).toEqual([
        text,
        text.includes(tea),
        text.includes(coffee),
      ]);
    }
  });

  it('makes its chat private before a model is asked, but not the chat of a persona that knows nothing', async () => {
    await home.write(FACTS, '- Ada likes tea.\n');
    await home.ask();
    const isPrivate: boolean[] = [];
    const look = async () => {
      at.provider.script(async (answer, request) => {
        const { rows } = await at.sql.query('select secret from chat.conversations order by created_at desc limit 1');
        isPrivate.push(rows[0].secret);
        await fine(answer, request);
      });
      await at.me.ask('go');
    };
    await look();
    const id = crypto.randomUUID();
    const json = { zofile_id: id, mode: 'balanced', memory: false };
    await at.me.fetch('/api/trust-modes', { method: 'PUT', json });
    at.zofiles.active.set(`${at.userId} main`, { id, name: 'Stranger', prompt: 'Answer.' });
    await look();
    at.zofiles.active.clear();
    expect(isPrivate).toEqual([true, false]);
  });

  it('is what its persona knows', async () => {
    await home.write(FACTS, '- Ada likes tea.\n');
    await home.write('skills/letters/SKILL.md', skill('letters'));
    await home.write('skills/charts/SKILL.md', skill('charts'));
    const id = crypto.randomUUID();
    const set = (json: object) => at.me.fetch('/api/trust-modes', { method: 'PUT', json });
    await set({ zofile_id: id, mode: 'balanced', memory: false, denied_skills: ['charts'] });
    await set({ zofile_id: id, mode: 'balanced', denied_tools: ['web_search'] });
    at.zofiles.active.set(`${at.userId} main`, { id, name: 'Reader', prompt: 'Read.' });
    const { prompt } = await home.ask();
    at.zofiles.active.clear();
    expect(prompt).toContain('letters (');
    expect(prompt).not.toMatch(/Ada likes tea|charts \(/);
    const tools = at.provider.requests.at(-1)!.request.tools!.map(({ function: { name } }) => name);
    expect(tools).not.toContain('remember');
    expect((await home.ask()).prompt).toMatch(/Ada likes tea[\s\S]*charts \(/);
    expect((await set({ zofile_id: id, mode: 'balanced', denied_skills: ['x'.repeat(65)] })).status).toBe(400);
  });
});

describe('facts', () => {
  it('are added, changed and forgotten by the assistant, with the chat and the day they come from', async () => {
    const { sent, result } = await home.call('remember', { fact: 'Mara signs off every text.' });
    expect(result).toEqual({ type: 'text', text: 'Remembered in ~/workspace/Notes/Memory/facts.md.' });
    const chat = { id: sent.conversation_id, title: 'go' };
    expect((await home.memory()).facts).toEqual([
      { file_path: `w/${FACTS}`, text: 'Mara signs off every text.', chat, by_user: false, day: today() },
    ]);
    expect((await home.ask()).prompt).toContain('- Mara signs off every text.');
    await home.call('remember', { forget: 'Mara signs off every text.', fact: 'Mara signs off what is printed.' });
    expect((await home.memory()).facts.map(({ text }) => text)).toEqual(['Mara signs off what is printed.']);
    const unknown = await home.call('remember', { forget: 'Mara' });
    expect(unknown.result).toMatchObject({ type: 'error', code: 'not_found' });
    await home.call('remember', { forget: 'Mara signs off what is printed.' });
    expect((await home.ask()).prompt).not.toContain('Mara');
  });

  it('are changed by the tools for files too', async () => {
    await home.call('create_or_rewrite_file', {
      target_file: 'Notes/Memory/more.md',
      content: '- Jonas prefers a call.\n',
    });
    expect((await home.ask()).prompt).toContain('- Jonas prefers a call.');
  });

  it('are added, changed and forgotten by their user', async () => {
    expect((await home.change({ file_path: null, before: null, after: 'Tea, not coffee.' })).status).toBe(204);
    const file_path = `w/${FACTS}`;
    expect((await home.memory()).facts).toEqual([
      { file_path, text: 'Tea, not coffee.', chat: null, by_user: true, day: today() },
    ]);
    expect((await home.change({ file_path, before: 'Tea, not coffee.', after: 'Green tea.' })).status).toBe(204);
    expect((await home.ask()).prompt).toContain('<memory>\n- Green tea.\n</memory>');
    expect((await home.change({ file_path, before: 'Tea, not coffee.', after: null })).status).toBe(409);
    expect((await home.change({ file_path, before: 'Green tea.', after: null })).status).toBe(204);
    expect((await home.memory()).facts).toEqual([]);
  });

  it.each<[string, object, number]>([
    ['outside the folder', { file_path: 'w/notes.md', before: 'a', after: 'b' }, 400],
    ['of two lines', { file_path: null, before: null, after: 'a\n- b' }, 400],
    ['without any change', { file_path: null, before: null, after: null }, 400],
    ['of other files', { file_path: 'w/Notes/Memory/x.txt', before: null, after: 'b' }, 400],
    ['in no file', { file_path: 'w/Notes/Memory/none.md', before: 'a', after: null }, 409],
  ])('are not changed %s', async (_, json, status) => {
    expect((await home.change(json)).status).toBe(status);
  });
});

describe('a skill', () => {
  it('that a message names is read first, as a skill that is listed', async () => {
    await home.write('skills/letters/SKILL.md', skill('letters'));
    at.provider.requests.length = 0;
    at.provider.script((answer) => {
      answer.call('r', 'read_file', { target_file: 'skills/letters/SKILL.md' });
      answer.end('tool_calls');
    }, fine);
    await at.me.ask('`skill letters` to Jonas, please');
    const choices = at.provider.requests.map(({ request }) => request.tool_choice);
    expect(choices).toEqual([{ type: 'function', function: { name: 'read_file' } }, 'auto']);
    at.provider.requests.length = 0;
    at.provider.script(fine);
    await at.me.ask('`skill nothing` and skill letters');
    expect(at.provider.requests[0]!.request.tool_choice).toBe('auto');
  });

  it('leaves an answer that has read it only the tools that it names', async () => {
    await home.write('skills/narrow/SKILL.md', skill('narrow', 'allowed-tools: Read, Grep\n'));
    at.provider.script(
      (answer) => {
        answer.call('a', 'run_bash_command', { cmd: 'touch before' });
        answer.call('b', 'read_file', { target_file: 'skills/narrow/SKILL.md' });
        answer.call('c', 'run_bash_command', { cmd: 'touch after' });
        answer.end('tool_calls');
      },
      (answer) => {
        answer.call('d', 'grep_search', { query: 'nothing' });
        answer.end('tool_calls');
      },
      fine,
    );
    const { parts } = await at.me.ask('go');
    expect(parts.flatMap((part) => (part.type === 'tool' ? [part.state] : []))).toEqual([
      'done',
      'done',
      'error',
      'done',
    ]);
    expect(existsSync(at.workspace('before'))).toBe(true);
    expect(existsSync(at.workspace('after'))).toBe(false);
  });
});

it('a chat knows what was read last while the computer sleeps', async () => {
  await home.write(FACTS, '- Ada likes tea.\n');
  await home.write('skills/letters/SKILL.md', skill('letters'));
  const { prompt } = await home.ask();
  at.computer!.process.kill('SIGKILL');
  const asleep = await home.ask();
  expect(asleep.end.status).toBe('complete');
  expect(asleep.prompt).toBe(prompt);
  expect((await at.me.json<any>('/api/memory/skills')).skills).toMatchObject([{ name: 'letters' }]);
});
