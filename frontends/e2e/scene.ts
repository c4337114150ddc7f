/** The product on an empty folder, a browser, and a person in it. */
import type { Browser } from 'playwright-core';
import { Person, type Product, type ProductOptions, startProduct } from '../../infra/testing/product/product.js';
import { openBrowser, openTab, type Tab, type TabOptions } from './browser.js';

export interface Scene {
  /** As it runs now; another one after a restart. */
  readonly product: Product;
  readonly browser: Browser;
  readonly tab: Tab;
  /** Somebody else's browser profile; with a person, signed in. */
  another(person?: Person, options?: TabOptions): Promise<Tab>;
  /** Stops the product and starts it on the same data and port. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** With its owner. */
export interface OwnedScene extends Scene {
  readonly person: Person;
}

/** Nobody owns it yet and nobody is signed in. */
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

/** Its owner is signed in. */
export async function openScene(options: ProductOptions = {}, tabOptions: TabOptions = {}): Promise<OwnedScene> {
  const scene = await openUnclaimed(options, tabOptions);
  const person = await Person.claim(scene.product);
  await signInTab(scene.tab, person);
  // Not spread: `product` changes with a restart.
  return Object.assign(scene, { person });
}

export async function signInTab({ context }: Tab, person: Person): Promise<void> {
  const [name, value] = person.cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: person.url, httpOnly: true, sameSite: 'Lax' }]);
}
