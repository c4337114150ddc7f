import { defineErrors } from '@zo/errors';

/** What another site does is no fault of this service: 422 says that the address does not lead to an article. */
export const articleErrors = defineErrors('articles', {
  unreachable: [422, '{host} could not be reached. Check the address and try again.'],
  tooSlow: [422, '{host} took longer than {seconds} seconds to answer. Try again later.'],
  tooLarge: [422, 'This page is larger than {megabytes} MB, which is more than an article has.'],
  refused: [422, '{host} answered with an error ({status}). Open the page in a browser to see why.'],
  notAPage: [
    422,
    'There is no web page at this address, but a file ({type}). Download it and upload it to your files.',
  ],
  noArticle: [422, 'No article was found on this page. It may need a sign-in, or be made by scripts.'],
  noImage: [422, 'No picture could be fetched from {host}. Open it in a new tab, and save it from there.'],
  tooManyImages: [429, 'Too many pictures at once. Try again in {seconds} seconds.'],
  tooMany: [429, 'Too many articles at once. Try again in {seconds} seconds.'],
});
