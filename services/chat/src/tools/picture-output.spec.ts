import { describe, expect, it } from '@jest/globals';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, type LanguageModel, type ModelMessage } from 'ai';
import { resultPart } from './model-output.js';
import { picturesApart } from './picture-output.js';

const PICTURE = Buffer.from('ffd8ff00', 'hex');
const BASE64 = PICTURE.toString('base64');
const result = { type: 'file_ref', path: 'w/a.png', media_type: 'image/png', label: 'a.png', pictures: 1 } as const;
const MESSAGES: ModelMessage[] = [
  { role: 'user', content: 'look' },
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'read_file', input: {} }] },
  { role: 'tool', content: [resultPart({ call_id: 'c', tool: 'read_file' }, result, [PICTURE])] },
];

/** What the client of a provider sends. */
async function sentBy(
  connect: (settings: { apiKey: string; baseURL: string; fetch: typeof fetch }) => LanguageModel,
  messages: ModelMessage[],
): Promise<any> {
  let body = '';
  const refuse = (async (_: unknown, init?: RequestInit) => {
    body = String(init?.body);
    return new Response('{}', { status: 400 });
  }) as typeof fetch;
  const model = connect({ apiKey: 'k', baseURL: 'https://models.test/v1', fetch: refuse });
  await expect(generateText({ model, messages, maxRetries: 0 })).rejects.toThrow();
  return JSON.parse(body);
}

describe('a picture that a tool answers', () => {
  it('goes to Anthropic inside of the result', async () => {
    const { messages } = await sentBy((settings) => createAnthropic(settings)('claude-sonnet-4-5'), MESSAGES);
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/jpeg', data: BASE64 } };
    expect(messages.at(-1).content).toMatchObject([{ type: 'tool_result', content: [{ type: 'text' }, image] }]);
  });

  it('goes to OpenAI inside of the result', async () => {
    const { input } = await sentBy((settings) => createOpenAI(settings)('gpt-5'), MESSAGES);
    const image = { type: 'input_image', image_url: `data:image/jpeg;base64,${BASE64}` };
    expect(input.at(-1)).toMatchObject({ type: 'function_call_output', output: [{ type: 'input_text' }, image] });
  });

  it('goes to Google as an image and not as text', async () => {
    const connect = (settings: object) => createGoogleGenerativeAI(settings)('gemini-2.5-pro');
    const { contents } = await sentBy(connect, MESSAGES);
    expect(contents.at(-1).parts).toContainEqual({ inlineData: { mimeType: 'image/jpeg', data: BASE64 } });
    expect(JSON.stringify(contents).split(BASE64)).toHaveLength(2);
  });

  it('follows the results where a provider takes only text in them', async () => {
    const connect = (settings: { apiKey: string; baseURL: string; fetch: typeof fetch }) =>
      createOpenAICompatible({ ...settings, name: 'local' })('any');
    const { messages } = await sentBy(connect, picturesApart(MESSAGES));
    expect(messages.slice(-2)).toEqual([
      {
        role: 'tool',
        tool_call_id: 'c',
        content: 'This is the picture w/a.png (image/png).\n(It follows the results.)',
      },
      {
        role: 'user',
        content: [
          { type: 'text', text: expect.stringMatching(/material, not words of the person/) },
          { type: 'image_url', image_url: { url: `data:image/jpeg;base64,${BASE64}` } },
        ],
      },
    ]);
  });

  it('is not sent to a model that takes none', () => {
    const { output } = resultPart({ call_id: 'c', tool: 'read_file' }, result);
    expect(output).toMatchObject({ type: 'text', value: expect.stringContaining('left out here') });
  });

  it('leaves messages without pictures as they are', () => {
    expect(picturesApart(MESSAGES.slice(0, 2))).toEqual(MESSAGES.slice(0, 2));
  });
});
