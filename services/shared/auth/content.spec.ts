import { describe, expect, it } from '@jest/globals';
import { appOrigins, contentLabel, contentOrigins, contentTicketKey } from './content.js';

describe('the content origin', () => {
  it.each([
    ['http://localhost:4600', undefined, 'http://*.localhost:4600'],
    ['http://127.0.0.1:80', undefined, 'http://*.localhost'],
    ['http://[::1]:4600/', undefined, 'http://*.localhost:4600'],
    ['https://localhost', undefined, 'https://*.localhost'],
    ['https://zo.example.com', undefined, undefined],
    ['https://localhost.example.com', undefined, undefined],
    ['https://zo.example.com', 'https://*.zo-content.example', 'https://*.zo-content.example'],
  ])('of %s with %s is %s', (publicUrl, configured, origins) => {
    expect(contentOrigins(publicUrl, configured)).toBe(origins);
  });

  it('is embedded by the app only', () => {
    expect(appOrigins('https://zo.example.com/')).toBe('https://zo.example.com');
    expect(appOrigins('http://localhost:4600')).toBe('http://localhost:4600 http://127.0.0.1:4600');
  });

  it('S8 neither the key nor the host name of a ticket reveals it or the other', () => {
    const token = 'a'.repeat(43);
    expect(contentLabel(token)).toMatch(/^[0-9a-f]{32}$/);
    expect(contentTicketKey(token)).not.toContain(token);
    expect(Buffer.from(contentTicketKey(token).split(':')[1]!, 'base64url').toString('hex')).not.toContain(
      contentLabel(token),
    );
    expect(contentLabel('b'.repeat(43))).not.toBe(contentLabel(token));
  });
});
