import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '../testing/product/product.js';

/** The workspace folder of a benchmark's only computer. */
export const homeOf = (product: Product) =>
  join(product.data, 'homes', readdirSync(join(product.data, 'homes'))[0]!, 'workspace');
