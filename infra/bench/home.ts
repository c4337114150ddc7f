import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Product } from '../testing/product/product.js';

/** The workspace of the one computer a benchmark has. */
export const homeOf = (product: Product) =>
  join(product.data, 'homes', readdirSync(join(product.data, 'homes'))[0]!, 'workspace');
