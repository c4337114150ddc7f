import { describe, expect, it } from '@jest/globals';
import { deviceName } from './device-name';

describe('devices', () => {
  it.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
      'Chrome on Linux',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.0; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Mac'],
    ['curl/8.5.0', 'curl'],
    ['', 'Unknown device'],
  ])('AU-01 %p is %p', (agent, name) => {
    expect(deviceName(agent)).toBe(name);
  });
});
