// The styles load first; Module Federation requires an asynchronous import for everything else.
import '../../shared/ui/styles.css';

void Promise.resolve(window.zoPageReady).then(() => import(/* webpackChunkName: 'bootstrap' */ './bootstrap'));
