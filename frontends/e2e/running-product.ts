import type { Product } from '../../infra/testing/product/product.js';

/** A product that runs already, which tests can use and neither kill nor look into. */
export function connectToProduct(url: string): Product {
  const own = (): never => {
    throw new Error('this test stops or inspects the product; run it without ZO_E2E_URL');
  };
  return {
    url,
    get data() {
      return own();
    },
    port: Number(new URL(url).port),
    output: own,
    get process() {
      return own();
    },
    pids: own,
    services: own,
    whole: own,
    agents: own,
    stop: async () => undefined,
  };
}
