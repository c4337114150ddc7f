// FV-01, FV-02: user-visible texts of the audio and video players.
export const MEDIA = {
  unplayable: 'It is damaged, or of a kind that this browser does not play. Download it to play it in another app.',
  soundOnly:
    'This browser does not show the picture of this video, only its sound. Download it to see it in another app.',
  speed: 'Speed',
  speedKeys: 'Speed: < slower, > faster',
  seek: 'Position',
  volume: 'Volume',
  captionsDamaged: 'The captions beside this video cannot be read.',
  following: 'Following',
  backTo: (time: string) => `Back to ${time}`,
  speakers: (count: number) => (count === 1 ? '1 speaker' : `${count} speakers`),
} as const;
