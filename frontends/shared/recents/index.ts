export { correctRecent, forgetRecent, followRecents, rememberRecent, useRecents, type RecentEntry } from './recents';
