/** Test fixture: the product on an empty data folder, a browser, and a user. */
import type { Browser } from 'playwright-core';
import { Person, type Product, type ProductOptions, startProduct } from '../../infra/testing/product/product.js';
import { openBrowser, openTab, type Tab, type TabOptions } from './browser.js';

export interface Scene {
  /** The running product; replaced by `restart`. */
  readonly product: Product;
  readonly browser: Browser;
  readonly tab: Tab;
  /** Opens a tab in another browser profile; with a user, signed in. */
  another(person?: Person, options?: TabOptions): Promise<Tab>;
  /** Stops the product and starts it on the same data and port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A fixture with a signed-in owner. */
export interface OwnedScene extends Scene {
  readonly person: Person;
}

/** Opens a product without an owner or a session. */
export async function openUnclaimed(options: ProductOptions = {}, tabOptions: TabOptions = {}): Promise<Scene> {
  let product = await startProduct(options);
  const browser = await openBrowser();
  const another = async (person?: Person, wanted: TabOptions = {}) => {
    const opened = await openTab(browser, product.url, wanted);
    if (person) await signInTab(opened, person);
    return opened;
  };
  return {
    get product() {
      return product;
    },
    browser,
    tab: await another(undefined, tabOptions),
    another,
    restart: async () => {
      const { data, port } = product;
      await product.stop({ keep: true });
      product = await startProduct({ ...options, data, port });
    },
    close: async () => {
      await browser.close();
      await product.stop();
    },
  };
}

/** Opens a product with a signed-in owner. */
export async function openScene(options: ProductOptions = {}, tabOptions: TabOptions = {}): Promise<OwnedScene> {
  const scene = await openUnclaimed(options, tabOptions);
  const person = await Person.claim(scene.product);
  await signInTab(scene.tab, person);
  // Not spread into a new object, because `product` is a getter that changes with a restart.
  return Object.assign(scene, { person });
}

export async function signInTab({ context }: Tab, person: Person): Promise<void> {
  const [name, value] = person.cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: person.url, httpOnly: true, sameSite: 'Lax' }]);
}
