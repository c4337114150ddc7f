import type { AgentConfig } from '../config.js';
import { PageReader } from '../articles/read-page.js';
import { Archives } from '../archives/archives.js';
import { Browser } from '../browser/browser.js';
import { Activity } from '../computer/activity.js';
import { Disk } from '../computer/disk.js';
import { Quiesce } from '../computer/quiesce.js';
import { Stats } from '../computer/stats.js';
import { Converter } from '../convert/convert.js';
import { History } from '../history/history.js';
import { presentAuthor } from '../history/author.js';
import { historyLimit, maxHistoryLimit } from '../history/limit.js';
import { Home } from '../home/home.js';
import { prepareHome } from '../home/layout.js';
import { COMPUTER_MARK } from '../processes/group.js';
import { Runs } from '../processes/run.js';
import { HeldFiles } from '../processes/run-later/held.js';
import { Terminals } from '../terminals/terminals.js';
import { ToolServers } from '../tool-servers/tool-servers.js';
import { Uploads } from '../uploads/uploads.js';
import { indexLimit } from '../search/index/place.js';
import { SearchIndex } from '../search/index/search-index.js';
import { Tables } from '../tables/tables.js';
import { Printable } from '../history/printable.js';
import { Thumbs } from '../thumbs/thumbs.js';
import { Trash } from '../trash/trash.js';
import { OpenFolders } from '../watch/open-folders.js';
import { Watcher } from '../watch/watcher.js';

/** The parts of one computer, made once at start. */
export interface Computer {
  config: AgentConfig;
  home: Home;
  watcher: Watcher;
  /** In place of the watcher where the workspace is a folder of the machine's user. */
  openFolders: OpenFolders;
  history: History;
  index: SearchIndex;
  converter: Converter;
  pageReader: PageReader;
  browser: Browser;
  toolServers: ToolServers;
  tables: Tables;
  printable: Printable;
  thumbs: Thumbs;
  trash: Trash;
  uploads: Uploads;
  archives: Archives;
  disk: Disk;
  runs: Runs;
  held: HeldFiles;
  terminals: Terminals;
  activity: Activity;
  quiesce: Quiesce;
  stats: Stats;
}

export function assemble(config: AgentConfig): Computer {
  const home = new Home(config.home, config.workspace);
  prepareHome(home.folder);
  const env = { ...config.shellEnv, [COMPUTER_MARK]: String(process.pid) };
  const shell = { home, env, closedSocket: config.closedSocket, ...config.shell };
  const maxIndexBytes = indexLimit(home.folder, config);
  const disk = new Disk(home.folder, { limit: config.diskLimit, reserve: config.diskReserve, maxIndexBytes });
  const held = new HeldFiles(home.folder);
  const runs: Runs = new Runs({ shell, held, caughtUp: () => history.caughtUp() });
  const terminals = new Terminals(shell);
  const watcher = new Watcher(home.folder, config.maxWatches, config.workspace !== '');
  const [limitBytes, maxLimitBytes] = [historyLimit(home.folder, config), maxHistoryLimit(home.folder, config)];
  const browser = new Browser({
    program: config.browser,
    pageMs: config.pageMs,
    idleMs: config.browserIdleMs,
    egressSocket: config.egressSocket,
    closedPorts: config.port === 0 ? [] : [config.port],
  });
  const toolServers = new ToolServers(shell, config.toolServerIdleMs);
  const activity = new Activity(runs, terminals, toolServers);
  const present = () => presentAuthor(runs, terminals);
  const history: History = new History({ home, watcher, limitBytes, maxLimitBytes, present });
  const { indexer: program, extractor } = config;
  const index = new SearchIndex({ home, watcher, program, extractor, maxBytes: maxIndexBytes });
  const tables = new Tables(home, config);
  return {
    config,
    home,
    disk,
    runs,
    held,
    terminals,
    activity,
    quiesce: new Quiesce({ shell, activity, runs, terminals, history, index, tables, browser, toolServers }),
    watcher,
    openFolders: new OpenFolders(home),
    history,
    index,
    converter: new Converter({
      home,
      programs: { convert: config.converter, diagram: config.diagramProgram },
      room: disk.room,
    }),
    pageReader: new PageReader(config.pageReader),
    browser,
    toolServers,
    tables,
    printable: new Printable(home.folder, config.extractor),
    thumbs: new Thumbs(home, config.thumbProgram),
    trash: new Trash(home, config),
    uploads: new Uploads(home, disk.room),
    archives: new Archives({ home, room: disk.room, program: config.archiveProgram }),
    stats: new Stats(config, disk, activity.started),
  };
}
