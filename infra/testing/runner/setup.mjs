// `npm run setup`: installs what only root can install for the tests, and builds the engines and the parts of a test
// cluster.
import { fail, say } from '../../apps/launcher/install.mjs';
import { build, installForTests, startMaking } from './prepare.mjs';

installForTests();
const making = startMaking();
build();
try {
  await making.cluster;
} catch (error) {
  fail(error.message);
}
say('  Everything is there: npm test');
