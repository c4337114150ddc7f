import { describe, expect, it } from '@jest/globals';
import { answerAt, isRegistered, returnAddressOf } from './redirects.js';

const site = new URL('http://localhost:4600');

describe('addresses that codes are sent to', () => {
  it.each([
    ['https://claude.ai/api/mcp/auth_callback', { host: 'claude.ai', kind: 'web' }],
    ['https://client.example:8443/cb?x=1', { host: 'client.example:8443', kind: 'web' }],
    ['http://127.0.0.1/', { host: '127.0.0.1', kind: 'device' }],
    ['http://localhost:33418', { host: 'localhost', kind: 'device' }],
    ['http://[::1]:9/cb', { host: '[::1]', kind: 'device' }],
    ['cursor://anysphere.cursor-retrieval/oauth/cb', { host: 'cursor', kind: 'app' }],
    ['com.example.app:/cb', { host: 'com.example.app', kind: 'app' }],
  ])('%s is one', (address, shown) => expect(returnAddressOf(address, site)).toEqual(shown));

  it.each([
    'http://client.example/cb',
    'http://127.0.0.1.evil.example/cb',
    'http://localhost:4600/logout',
    'https:client.example/cb',
    'https://user@client.example/cb',
    'https://client.example/cb#x',
    'https://client.example/c b',
    'https://client.example\\@evil.example/',
    'https://clïent.example/',
    '//client.example/cb',
    '/cb',
    'javascript:/alert(1)',
    'JavaScript:/alert(1)',
    'data:/text/html,x',
    'blob:https://client.example/x',
    'file:/etc/passwd',
    'view-source:/x',
    'intent:/x',
    'ms-msdt:/id',
    'com.example.app:cb',
    `https://client.example/${'x'.repeat(512)}`,
  ])('%s is none', (address) => expect(returnAddressOf(address, site)).toBeUndefined());

  it('are the registered ones, letter for letter, but for the port of this device', () => {
    const known = ['http://127.0.0.1:1/cb', 'https://client.example/cb', 'app.example:/cb'];
    for (const same of [...known, 'http://127.0.0.1/cb', 'http://127.0.0.1:65535/cb'])
      expect([same, isRegistered(same, known)]).toEqual([same, true]);
    for (const other of [
      'http://127.0.0.1/cb2',
      'http://127.0.0.1/cb?x=1',
      'http://x@127.0.0.1/cb',
      'http://localhost/cb',
      'https://127.0.0.1/cb',
      'https://client.example:444/cb',
      'https://client.example/CB',
      'app.example:/cb/',
    ])
      expect([other, isRegistered(other, known)]).toEqual([other, false]);
  });

  it('keep what they were registered with', () => {
    expect(answerAt('https://client.example/cb?a=%20b', { code: 'x y', state: undefined })).toBe(
      'https://client.example/cb?a=%20b&code=x+y',
    );
  });
});
