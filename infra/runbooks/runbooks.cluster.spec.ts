import { describe, expect, it } from '@jest/globals';
import { backups } from './test/backups.js';
import { computers } from './test/computers.js';
import { platform } from './test/platform.js';
import { runbooks, useInstallation } from './test/setup.js';

useInstallation();

describe('computers', computers);
describe('platform', platform);
describe('backups', backups);

it('PC-01 every block of every runbook was run here', () => {
  expect(runbooks.untested).toEqual([]);
});
