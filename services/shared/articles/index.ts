export { articleErrors } from './errors.js';
export { fetchImage, hostIn, type Image } from './fetch-page.js';
export { fieldValue } from './field-value.js';
export { type ReadPage, readDocument, readPage, textOf } from './read-page.js';
export { FOLDER, saveArticle } from './save-article.js';
