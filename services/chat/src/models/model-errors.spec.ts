import { expect, it } from '@jest/globals';
import { APICallError } from 'ai';
import { explainModelError } from './model-errors.js';

const refused = (statusCode: number, message: string, responseHeaders: Record<string, string> = {}) =>
  explainModelError(
    new APICallError({
      message: 'refused',
      url: 'https://a.test',
      requestBodyValues: {},
      statusCode,
      responseHeaders,
      responseBody: message.startsWith('<') ? message : JSON.stringify({ error: { message } }),
    }),
  );

const ANTHROPIC =
  'This request would exceed your organization’s rate limit of 30,000 input tokens per minute (org: 1, model: x).';
const GROQ = (wait: string) =>
  `Rate limit reached for model x on tokens per minute (TPM): Limit 6000. Please try again in ${wait}. Need more ` +
  'tokens? Upgrade at https://console.groq.com/settings/billing';
const GEMINI = 'You exceeded your current quota, please check your plan and billing details. Please retry in 34.07s.';

it.each([
  ['Anthropic', ANTHROPIC, { 'retry-after': '12' }, 12_000],
  ['Anthropic without a header', ANTHROPIC, {}, undefined],
  ['xAI', 'Too many tokens for team 1', {}, undefined],
  ['Groq', GROQ('4.77s'), {}, 4_770],
  ['Groq, minutes', GROQ('1m26.4s'), {}, 86_400],
  ['OpenAI, milliseconds', GROQ('6ms'), {}, 6],
  ['Azure', 'Requests have exceeded the call rate limit. Please retry after 26 seconds.', {}, 26_000],
  ['Gemini', GEMINI, {}, 34_070],
])('a rate limit of %s is waited for', (_name, words, headers, wait) => {
  expect(refused(429, words, headers)).toEqual({
    message: expect.stringContaining('too many requests'),
    retryable: true,
    retryAfterMs: wait,
  });
});

it.each([
  ['2', 'requests. It says'],
  ['45', 'requests. Try again in 45 seconds. It says'],
  ['900', 'requests. Try again in 15 minutes. It says'],
  ['9000', 'requests. Try again in 3 hours. It says'],
])('a wait of %s s that the provider asks for is named if it is long', (wait, sentence) => {
  expect(refused(429, 'Rate limit reached', { 'retry-after': wait }).message).toContain(sentence);
});

it('an error that the settings repair names them, for the chat to lead there', () => {
  expect(refused(401, 'no').message).toContain('Settings, Your AI');
});

it('a rate limit inside a stream is waited for', () => {
  expect(explainModelError({ type: 'error', error: { type: 'rate_limit_error', message: GEMINI } })).toMatchObject({
    message: expect.stringContaining('too many requests'),
    retryable: true,
    retryAfterMs: 34_070,
  });
});

it.each([
  [429, 'You exceeded your current quota, please check your plan and billing details.', {}],
  [429, 'insufficient_quota', { 'retry-after': '1' }],
  [400, 'Your credit balance is too low to access the API. Please go to Plans & Billing.', {}],
])('%i “%s” is out of credit', (status, words, headers) => {
  expect(refused(status, words, headers)).toMatchObject({
    message: expect.stringContaining('out of credit'),
    retryable: false,
  });
});

it.each([
  [400, 'prompt is too long: 208310 tokens > 200000 maximum', true],
  [400, 'This model’s maximum context length is 8192 tokens.', true],
  [400, 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', true],
  [400, 'This model’s maximum prompt length is 131072 but the request contains 140000 tokens.', true],
  [413, 'the prompt exceeds the context window', true],
  [413, '<html><title>413 Request Entity Too Large</title></html>', undefined],
  [413, 'Request too large for model x on tokens per minute (TPM): Limit 6000, Requested 9000', undefined],
  [429, 'Request too large for x on tokens per min (TPM): Limit 30000, Requested 41000.', undefined],
])('%i “%s” is too long, and of the window: %s', (status, words, isOfWindow) => {
  const { isTooLong, retryable, ...more } = refused(status, words);
  expect({ isTooLong, retryable, isOfWindow: more.isOfWindow }).toEqual({
    isTooLong: true,
    retryable: false,
    isOfWindow,
  });
});

it('an answer that cannot be read without exhausting the stack says so', () => {
  expect(
    explainModelError(new Error('parsing failed', { cause: new RangeError('Maximum call stack size exceeded') })),
  ).toEqual({
    message: 'The model’s answer is nested too deep to be read.',
    retryable: false,
  });
});
