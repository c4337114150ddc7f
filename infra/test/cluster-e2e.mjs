// What tests start is a cluster (infra/product/product.ts).
process.env.ZO_E2E = 'cluster';
