/** For tests that measure a process of the services: they run it with the same options as the product. */
export { SERVICES_NODE_OPTIONS } from '../../apps/launcher/node-options.js';
