/** What the agent sends before the bytes of a page. */
export interface PageToRead {
  readonly contentType: string;
  readonly url: string;
}

export interface ArticleImage {
  /** Absolute, http or https. */
  readonly url: string;
  /** Stands for the address in the markdown. */
  readonly placeholder: string;
}

export interface Article {
  /** Empty when the page has no article. */
  readonly markdown: string;
  readonly title: string;
  readonly byline: string;
  readonly site: string;
  readonly published: string;
  readonly language: string;
  readonly images: readonly ArticleImage[];
}

export const NO_ARTICLE: Article = {
  markdown: '',
  title: '',
  byline: '',
  site: '',
  published: '',
  language: '',
  images: [],
};
