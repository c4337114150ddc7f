import { visible } from '@zo/proto/hidden-text';
import { describe, expect, it } from '@jest/globals';
import { compact, cutoffLabel, vendorName } from '../models/compact';
import { parseAnsi } from './ansi';
import {
  describeAct,
  describeCall,
  formatDuration,
  failureOf,
  foundIn,
  imagesIn,
  replyIn,
  unreachedIn,
} from './describe-call';

describe('tool calls', () => {
  it('CH-10 read as verb and target', () => {
    expect(describeCall({ tool: 'read_file', args: { target_file: '~/workspace/a/b.md' } })).toMatchObject({
      verb: { done: 'Read' },
      file: { root: 'w', path: ['a', 'b.md'] },
    });
    expect(describeCall({ tool: 'run_parallel_cmds', args: { cmd_list: ['a', 'b'] } })).toMatchObject({
      verb: { done: 'Ran' },
      code: 'a ; b',
    });
    expect(describeCall({ tool: 'run_script', args: { script: 'make', env: {} } })).toMatchObject({ code: 'make' });
    expect(describeCall({ tool: 'unheard_of', args: null })).toMatchObject({
      verb: { done: 'Used' },
      code: 'unheard_of',
    });
    expect(describeCall({ tool: 'use_app_google_calendar', args: { tool_name: 'create_event' } }).code).toBe(
      'Google Calendar: create event',
    );
    expect(describeCall({ tool: 'use_app_github', args: { tool_name: 'add_comment' } }).code).toBe(
      'GitHub: add comment',
    );
    expect(describeCall({ tool: 'mcp_notes_keep', args: { query: 'ls', target_file: 'a.md' } })).toEqual({
      verb: { doing: 'Using', done: 'Used', failed: 'Could not use' },
      code: 'mcp_notes_keep',
    });
    expect(describeCall({ tool: 'read_file', args: { target_file: '/etc/passwd' } })).toMatchObject({
      code: '/etc/passwd',
    });
    expect([formatDuration(3), formatDuration(1_440), formatDuration(12_300), formatDuration(200_000)]).toEqual([
      '0.1 s',
      '1.4 s',
      '12 s',
      '3 min',
    ]);
  });

  it('CH-10 a command without a way out shows which hosts it did not reach, and how it ended', () => {
    const note = '(This command ran without a way out and did not reach a.test, b.test. Nobody allowed it. Go on.)';
    const of = (text: string, unreached?: string[]) => {
      const part = { tool: 'run_bash_command', result: { type: 'text' as const, text, unreached } };
      return [unreachedIn(part), failureOf(part)];
    };
    const hosts = ['a.test', 'b.test'];
    expect(of(`curl: (56)\n(exit code 56)\n${note}`, hosts)).toEqual(['did not reach a.test, b.test', 'exit code 56']);
    expect(of(`(no output)\n${note}`, hosts)).toEqual(['did not reach a.test, b.test', undefined]);
    expect(of('', ['a', 'b', 'c', 'd'])[0]).toBe('did not reach a, b, c and 1 more');
    // A command that prints the same words has reached everything.
    expect(of(`(no output)\n${note}`)).toEqual([undefined, undefined]);
  });

  it('CH-10 a question shows what was answered', () => {
    const asked = (text: string, more: { tool?: string; code?: 'unanswered' } = {}) =>
      replyIn({ tool: more.tool ?? 'ask_user', state: 'done', result: { type: 'text', text, code: more.code } });
    const silent = 'The person did not answer. Go on as you think best, and say what you assumed.';
    expect([asked('Hotel Adler\n(€ 120)'), asked(''), asked('x', { tool: 'read_file' })]).toEqual([
      'Hotel Adler (€ 120)',
      undefined,
      undefined,
    ]);
    expect([asked(silent, { code: 'unanswered' }), asked(silent)]).toEqual(['No answer', silent]);
  });

  it('CH-10 a failed command shows how it ended', () => {
    const ran = (text: string) => failureOf({ tool: 'run_bash_command', result: { type: 'text', text } });
    expect([
      ran('cd: no such directory\n(exit code 1)'),
      ran('(ended by SIGKILL)'),
      ran('half\n(ended after 10 minutes)'),
      ran('(exit code 1)\nis what it printed'),
      ran(''),
    ]).toEqual(['exit code 1', 'ended by SIGKILL', 'ended after 10 minutes', undefined, undefined]);
    expect(
      failureOf({
        tool: 'run_sequential_cmds',
        result: { type: 'list', items: ['fine', '(exit code 2)', '(1 more not run)'] },
      }),
    ).toBe('exit code 2');
    expect(failureOf({ tool: 'read_file', result: { type: 'text', text: '(exit code 1)' } })).toBeUndefined();
  });

  it('TL-01 tools of the web read as what was looked for', () => {
    expect(describeCall({ tool: 'web_search', args: { query: 'tides' } })).toMatchObject({
      verb: { done: 'Searched the web for' },
      code: 'tides',
    });
    expect(
      describeCall({ tool: 'edit_image', args: { prompt: 'a hat', filepath: '~/workspace/cat.png' } }),
    ).toMatchObject({
      file: { root: 'w', path: ['cat.png'] },
    });
    expect(describeCall({ tool: 'generate_image', args: { prompt: 'a harbour' } })).toMatchObject({
      code: 'a harbour',
    });
    expect(describeCall({ tool: 'save_webpage', args: { url: 'https://a.test/' } })).toMatchObject({
      verb: { done: 'Saved' },
      code: 'https://a.test/',
    });
  });

  it('TL-02 the hits of a search are links to the web and nothing else', () => {
    const result = {
      type: 'list' as const,
      items: ['Tides\nhttps://a.test/\n2026-11-24\nHigh', 'Bad\njavascript:alert(1)'],
    };
    expect(foundIn({ tool: 'web_search', result })).toEqual([
      { title: 'Tides', href: 'https://a.test/', more: ['2026-11-24', 'High'] },
      { title: 'Bad', href: '', more: [] },
    ]);
    expect(foundIn({ tool: 'grep_search', result })).toBeUndefined();
    expect(foundIn({ tool: 'web_search', result: { type: 'text', text: 'No results.' } })).toBeUndefined();
  });

  it('S7 an approval request shows hidden characters', () => {
    expect(visible('rm\u200b -rf \u202Etxt.exe\u0007')).toBe('rm⟨U+200B⟩ -rf ⟨U+202E⟩txt.exe⟨U+0007⟩');
    expect(visible('two\nlines\ttab')).toBe('two\nlines\ttab');
    expect(visible('Hi\u{e0041}\u061c\u3164\ufe01\u{e0101}\ud800')).toBe(
      'Hi⟨U+E0041⟩⟨U+061C⟩⟨U+3164⟩⟨U+FE01⟩⟨U+E0101⟩⟨U+D800⟩',
    );
    expect(visible('❤️ Grüße, 日本語, नमस्ते')).toBe('❤️ Grüße, 日本語, नमस्ते');
  });

  it('CH-10 terminal colours become theme colours, other escape sequences are dropped', () => {
    expect(parseAnsi('\u001b[1;32mok\u001b[0m plain \u001b[38;5;200mx\u001b[2K\u001b]0;title\u0007')).toEqual([
      { text: 'ok', bold: true, colour: 'var(--good)' },
      { text: ' plain ' },
      { text: 'x' },
    ]);
    expect(
      parseAnsi('10%\r50%\r100%\ndone')
        .map(({ text }) => text)
        .join(''),
    ).toBe('100%\ndone');
  });
});

describe('lists', () => {
  it('MD-02 sizes, vendors and dates are short', () => {
    expect([
      compact(200_000),
      compact(1_048_576),
      compact(2_500_000_000),
      compact(999_999),
      compact(8_192),
      compact(500),
    ]).toEqual(['200k', '1M', '2.5B', '1M', '8.2k', '500']);
    expect([vendorName('x'), vendorName(null, 'Mine'), cutoffLabel('2025-01-31')]).toEqual(['xAI', 'Mine', 'Jan 2025']);
  });
});

describe('images that a call has made', () => {
  const file = (path: string) => ({ type: 'file_ref', path, media_type: 'image/png', label: 'a.png' }) as const;

  it('are those of its files, in their order', () => {
    expect(imagesIn({ tool: 'edit_image', result: file('w/Images/a.png') })).toEqual([
      { root: 'w', path: ['Images', 'a.png'] },
    ]);
    const items = ['w/a-1.png', 's/x/a-2.webp'];
    expect(imagesIn({ tool: 'generate_image', result: { type: 'list', items } })).toEqual([
      { root: 'w', path: ['a-1.png'] },
      { root: 's', path: ['x', 'a-2.webp'] },
    ]);
  });

  it('are none of other tools, other files and failed calls', () => {
    expect(imagesIn({ tool: 'read_file', result: file('w/a.png') })).toEqual([]);
    expect(imagesIn({ tool: 'generate_image', result: file('https://a.test/a.png') })).toEqual([]);
    expect(imagesIn({ tool: 'generate_image', result: file('w/a.html') })).toEqual([]);
    expect(imagesIn({ tool: 'generate_image', result: { type: 'error', message: 'no' } })).toEqual([]);
    expect(imagesIn({ tool: 'generate_image', result: undefined })).toEqual([]);
  });
});

it('acts of a receipt are said in words', () => {
  const said = (kind: 'mail' | 'text' | 'schedule' | 'app' | 'program', name: string, what: string) =>
    describeAct({ kind, name, what, unknown: false });
  expect([
    said('mail', '', 'Numbers'),
    said('text', '', ''),
    said('schedule', '', 'Sum the numbers.'),
    said('app', 'use_app_google_calendar', 'create_event'),
    said('program', 'mcp_weather_send', ''),
    said('program', 'use_app_tool', 'mcp_weather_send'),
  ]).toEqual([
    'Mail to you: Numbers',
    'Text message to you',
    'Schedule: Sum the numbers.',
    'Google Calendar: create event',
    'Program of others: mcp_weather_send',
    'Program of others: mcp_weather_send',
  ]);
});
