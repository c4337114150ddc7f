import type { MediaTask } from '../../api/media-models.endpoints';

/** The sentences about models for images and speech. */
export const MEDIA = {
  title: 'Images, videos and speech',
  add: 'Add',
  service: 'Provider',
  other: 'Another address',
  otherHint: 'Any server that speaks the protocol of OpenAI, such as LocalAI or Speaches',
  providerHint: 'Uses the address and the key of this provider',
  address: 'Address',
  addressPlaceholder: 'https://models.example.com/v1',
  key: 'Key',
  keyHint: 'Leave it empty if the server needs none. Stored encrypted; it never enters your computer',
  unchanged: 'Unchanged',
  model: 'Model',
  unknown: 'Unknown',
  priceHint: 'In dollars. Without a price, uses are counted, but nothing is charged to spending limits',
  noPrice: 'No price, so limits do not count it',
  save: 'Test and save',
  saved: (model: string) => `${model} is connected`,
  by: (provider: string) => `by ${provider || 'a provider'}`,
  test: 'Test',
  testing: 'Testing…',
  works: 'Works',
  fails: 'Does not work',
  edit: 'Edit',
  remove: 'Remove',
  options: 'Options',
  optionsOf: (model: string) => `Options of ${model}`,
  removeTitle: (model: string) => `Remove ${model}?`,
  notRemoved: 'Not removed',
  notTested: 'The test could not be run',
  failed: 'The models for images, videos and speech could not be read',
  again: 'Try again',
} as const;

export const MEDIA_TASKS: Record<
  MediaTask,
  {
    none: string;
    noneHint: string;
    add: string;
    form: string;
    does: string;
    placeholder: string;
    testHint: string;
    price: string;
    costs: (price: number) => string;
    removeHint: string;
  }
> = {
  image: {
    none: 'No image model yet',
    noneHint: 'Connect one, and your assistant can make and change images',
    add: 'Add an image model',
    form: 'Image model',
    does: 'Images',
    placeholder: 'gpt-image-1',
    testHint: 'The test makes one image, which may cost a few cents',
    price: 'Price of an image',
    costs: (price) => `$${price} an image`,
    removeHint: 'Your assistant cannot make images without it.',
  },
  video: {
    none: 'No video model yet',
    noneHint: 'Connect one, and your assistant can make short videos',
    add: 'Add a video model',
    form: 'Video model',
    does: 'Videos',
    placeholder: 'sora-2',
    testHint: 'The test makes no video, so it costs nothing',
    price: 'Price of a video',
    costs: (price) => `$${price} a video`,
    removeHint: 'Your assistant cannot make videos without it. A video that is being made is lost.',
  },
  transcription: {
    none: 'No transcription model yet',
    noneHint: 'Connect one, and recordings can be written down',
    add: 'Add a transcription model',
    form: 'Transcription model',
    does: 'Transcription',
    placeholder: 'whisper-1',
    testHint: 'The test sends one second of sound',
    price: 'Price of a minute',
    costs: (price) => `$${price} a minute`,
    removeHint: 'Recordings cannot be transcribed without it. Transcripts that are there stay.',
  },
};
