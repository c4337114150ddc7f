import { describe } from '@jest/globals';
import { informer } from './informer.js';
import { leadership } from './leadership.js';
import { lifecycle } from './lifecycle.js';
import { useCluster } from './operators.js';

// One control plane for all groups, because starting one takes longer than most tests.
useCluster();

describe('lifecycle', lifecycle);
describe('leadership', leadership);
describe('informer', informer);
