export { forgetRecent, followRecents, rememberRecent, useRecents, type RecentEntry } from './recents';
