/** What this folder uses of the DOM: services are compiled without the browser's types. */
import { parseHTML } from 'linkedom';

export interface PageElement {
  innerHTML: string;
  readonly ownerDocument: PageDocument;
  getAttribute(name: string): string | null;
  setAttribute(name: string, value: string): void;
  removeAttribute(name: string): void;
  replaceWith(element: PageElement): void;
  remove(): void;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

export interface PageDocument {
  readonly body: PageElement;
  readonly documentElement: PageElement;
  createElement(name: string): PageElement;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

export const documentOf = (html: string): PageDocument =>
  (parseHTML(html) as unknown as { document: PageDocument }).document;
