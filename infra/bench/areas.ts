/** Runs the named areas, or all, each on a product of its own. */
import { Person, type Product, startProduct } from '../product/product.js';
import { chat } from './chat.js';
import { computers, memory, terminal } from './computer.js';
import { download, events, listing, small, upload } from './files.js';
import { page } from './page.js';

type Area = (product: Product, ada: Person) => Promise<void>;
const areas: Record<string, Area> = { memory, upload, small, download, listing, events, terminal, computers, chat, page };

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in areas));
if (unknown.length > 0) {
  console.error(`no such area: ${unknown.join(', ')}; there are ${Object.keys(areas).join(', ')}`);
  process.exit(1);
}
for (const [name, measure] of Object.entries(areas)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const product = await startProduct();
  try {
    const ada = await Person.claim(product);
    await ada.json('/api/read-fs', { root: 'w', slug: [] });
    await measure(product, ada);
  } catch (error) {
    console.log(`${name}: failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    await product.stop();
  }
}
