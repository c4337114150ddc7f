import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { MAX_KEPT, readKept, writeKept } from './kept-state';
import { Playback } from './playback';

/** An element of the simulated DOM, which plays nothing, with what browsers do on play, pause and a load. */
function elementOf(duration: number): HTMLAudioElement {
  const element = document.createElement('audio');
  let paused = true;
  let readyState = 0;
  element.addEventListener('loadedmetadata', () => (readyState = 4));
  Object.defineProperties(element, {
    paused: { get: () => paused },
    duration: { get: () => duration },
    readyState: { get: () => readyState },
    ended: { get: () => false },
    error: { get: () => null },
  });
  const turn = (to: boolean) => {
    paused = to;
    element.dispatchEvent(new Event(to ? 'pause' : 'play'));
  };
  element.play = async () => turn(false);
  element.pause = () => turn(true);
  element.load = () => void (paused = true);
  return element;
}
const place = (name: string) => ({ root: 'w' as const, path: [name] });
const loaded = (playback: Playback, element: HTMLMediaElement, url = '/a?v=1') => {
  const unload = playback.load(element, url, 1);
  element.dispatchEvent(new Event('loadedmetadata'));
  return unload;
};

afterEach(() => {
  localStorage.clear();
  jest.restoreAllMocks();
});

describe('playback', () => {
  it('a second file that starts pauses the first', () => {
    const [first, second] = [elementOf(60), elementOf(60)];
    const [a, b] = [new Playback(place('a.mp3')), new Playback(place('b.mp3'))];
    loaded(a, first);
    loaded(b, second);
    a.toggle();
    expect([first.paused, second.paused]).toEqual([false, true]);
    b.toggle();
    expect([first.paused, second.paused, a.state().paused]).toEqual([true, false, true]);
  });

  it('other bytes of the file go on at the same time and speed, and within their length', () => {
    const element = elementOf(60);
    const playback = new Playback(place('a.mp3'));
    const unload = loaded(playback, element);
    playback.setSpeed(1.5);
    playback.toggle();
    element.currentTime = 42;
    element.dispatchEvent(new Event('timeupdate'));
    unload();
    element.currentTime = 0;
    loaded(playback, element, '/a?v=2');
    expect([element.currentTime, element.playbackRate, element.paused]).toEqual([42, 1.5, false]);
    expect(readKept(place('a.mp3'))).toEqual({ time: 42, speed: 1.5 });
    const shorter = elementOf(30);
    loaded(new Playback(place('a.mp3')), shorter);
    expect(shorter.currentTime).toBe(30);
  });

  it('a time that is chosen while the file loads wins over the one that was kept', () => {
    writeKept(place('a.mp3'), { time: 30, speed: 1 });
    const element = elementOf(60);
    const playback = new Playback(place('a.mp3'));
    playback.load(element, '/a', 1);
    playback.seekBy(10);
    playback.seek(5);
    element.dispatchEvent(new Event('loadedmetadata'));
    expect([element.currentTime, playback.state().time]).toEqual([5, 5]);
  });

  it('keeps the state of a bounded number of files, and none that is damaged', () => {
    for (let n = 0; n <= MAX_KEPT; n++) writeKept(place(`${n}.mp3`), { time: n + 1, speed: 1 });
    expect(readKept(place('0.mp3')).time).toBe(0);
    expect(readKept(place('1.mp3')).time).toBe(2);
    for (const damaged of ['', '{', '{"a":1}', '[1]', '[["w/1.mp3",{"time":-1}]]', '[["w/1.mp3"]]']) {
      localStorage.setItem('zo.media', damaged);
      expect(readKept(place('1.mp3'))).toEqual({ time: 0, speed: 1 });
    }
  });
});
