import { describe, expect, it } from '@jest/globals';
import { labelsOf } from './conversation.entity.js';
import { NO_LABELS, openHosts } from '../../../shapes/labels.js';

describe('hosts that a chat may reach', () => {
  it('S7 end at their time', () => {
    const labels = {
      ...NO_LABELS,
      grantedHosts: [
        { host: 'a.test', until: 10 },
        { host: 'b.test', until: 20 },
      ],
    };
    expect([openHosts(labels, 9), openHosts(labels, 10), openHosts(labels, 20)]).toEqual([
      ['a.test', 'b.test'],
      ['b.test'],
      [],
    ]);
  });

  it('S7 have ended if the release before granted them without a time', () => {
    const row = {
      tainted: true,
      foreignSources: [],
      secret: true,
      grantedHosts: ['a.test', { host: 'b.test', until: 20 }],
    };
    expect(labelsOf(row as never).grantedHosts).toEqual([{ host: 'b.test', until: 20 }]);
  });
});
