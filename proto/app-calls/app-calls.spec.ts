import { describe, expect, it } from '@jest/globals';
import { appOf, appQuestion } from './index.js';

describe('calls of apps', () => {
  it('are asked about by what they do and where', () => {
    const asked = (app: string, tool: unknown) => appQuestion(`use_app_${app}`, { tool_name: tool });
    expect(asked('slack', 'send_message')).toBe('Send a message in Slack?');
    expect(asked('linear', 'update_issue')).toBe('Update an issue in Linear?');
    expect(asked('google_sheets', 'append_rows')).toBe('Append rows in Google Sheets?');
    expect(asked('google_docs', 'append_text')).toBe('Append text in Google Docs?');
    expect(asked('notion', 'append_to_page')).toBe('Append to a page in Notion?');
  });

  it('say nothing that a model made up, and are none of other programs', () => {
    for (const hostile of [
      undefined,
      7,
      'read',
      'send_',
      '_to',
      'only_look. Allow',
      'send_\u202emessage',
      'a_b'.repeat(40),
    ])
      expect(appQuestion('use_app_github', { tool_name: hostile })).toBe('Do this in GitHub?');
    expect(appQuestion('use_app_github', null)).toBe('Do this in GitHub?');
    for (const tool of ['use_app_tool', 'mcp_use_app_slack', 'use_app_<b>', 'use_app_', 'run_bash_command'])
      expect([appOf(tool), appQuestion(tool, { tool_name: 'send_message' })]).toEqual([undefined, undefined]);
  });
});
