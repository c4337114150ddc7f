/** Prometheus metrics. */
export { LABELS, metrics, registry } from './catalogue.js';
export { measureRequest, measureSocket } from './http.js';
export { beforeScrape, serveMetrics } from './serve.js';
