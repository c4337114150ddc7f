/** The program that makes one thumbnail, and writes it to its standard output. Fails when there is none. */
import { readInput } from '../programs/input.js';
import { decode, encodeJpeg, encodeWebp } from './codecs.js';
import { dimensionsOf } from './dimensions.js';
import { MAX_PIXELS, type ThumbToMake } from './messages.js';
import { shrink } from './shrink.js';

const { head, bytes } = await readInput<ThumbToMake>();
const dimensions = dimensionsOf(bytes);
if (!dimensions) throw new Error('no image');
const { width, height } = dimensions;
if (width < 1 || height < 1 || width * height > MAX_PIXELS) throw new Error('too many pixels');
const pixels = await decode(bytes, dimensions);
// A damaged image may decode to another size than its head says.
if (!pixels || pixels.data.length !== pixels.width * pixels.height * 4) throw new Error('damaged');
const small = shrink(pixels, head.size);
const thumb = await (head.format === 'jpeg' ? encodeJpeg(small) : encodeWebp(small));
if (!thumb) throw new Error('not encoded');
process.stdout.write(thumb);
