export { articleErrors } from './errors.js';
export { fieldValue } from './field-value.js';
export { type ReadPage, readDocument, readPage, textOf } from './read-page.js';
export { FOLDER, saveArticle } from './save-article.js';
