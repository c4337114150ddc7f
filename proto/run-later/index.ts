/**
 * Files that run later: what a program reads and acts on without anybody naming it, such as hooks of git, and what runs
 * only when somebody runs it by name, such as scripts of package.json. Decided by names, so that the agent and the
 * services agree; case is ignored, because disks of other machines ignore it.
 */

/** What makes a file run by itself. */
export type Trigger =
  | 'git-hook'
  | 'git-settings'
  | 'folder-entered'
  | 'shell-started'
  | 'folder-opened'
  | 'package-manager'
  | 'editor-started';

export type RunsLater = { readonly how: 'by-itself'; readonly trigger: Trigger } | { readonly how: 'by-name' };

const byItself = (trigger: Trigger): RunsLater => ({ how: 'by-itself', trigger });
const BY_NAME: RunsLater = { how: 'by-name' };

/** Files that run by themselves, in whatever folder they are. */
const NAMES: Readonly<Record<string, Trigger>> = {
  '.envrc': 'folder-entered',
  '.mise.toml': 'folder-entered',
  'mise.toml': 'folder-entered',
  '.autoenv': 'folder-entered',
  '.autoenv.zsh': 'folder-entered',
  '.bashrc': 'shell-started',
  '.bash_profile': 'shell-started',
  '.bash_login': 'shell-started',
  '.bash_logout': 'shell-started',
  '.bash_aliases': 'shell-started',
  '.profile': 'shell-started',
  '.zshrc': 'shell-started',
  '.zshenv': 'shell-started',
  '.zprofile': 'shell-started',
  '.zlogin': 'shell-started',
  '.zlogout': 'shell-started',
  '.xprofile': 'shell-started',
  '.xinitrc': 'shell-started',
  '.xsession': 'shell-started',
  '.xsessionrc': 'shell-started',
  '.inputrc': 'shell-started',
  '.tmux.conf': 'shell-started',
  '.gitconfig': 'git-settings',
  '.pre-commit-config.yaml': 'git-hook',
  'lefthook.yml': 'git-hook',
  '.lefthook.yml': 'git-hook',
  '.npmrc': 'package-manager',
  '.yarnrc': 'package-manager',
  '.yarnrc.yml': 'package-manager',
  '.pnpmfile.cjs': 'package-manager',
  '.pnpmfile.mjs': 'package-manager',
  'bunfig.toml': 'package-manager',
  '.vimrc': 'editor-started',
  '.exrc': 'editor-started',
  '.nvimrc': 'editor-started',
  '.nvim.lua': 'editor-started',
  '.dir-locals.el': 'editor-started',
  '.gdbinit': 'editor-started',
  '.lldbinit': 'editor-started',
};
const WORKSPACE_OF_EDITOR = '.code-workspace';
/** Folders of which everything below runs by itself. */
const FOLDERS: Readonly<Record<string, Trigger>> = {
  '.husky': 'git-hook',
  '.githooks': 'git-hook',
  '.devcontainer': 'folder-opened',
  '.idea': 'folder-opened',
  '.vscode': 'folder-opened',
  '.cargo': 'package-manager',
};
/** In one of these folders only files of these names do. */
const ONLY: Readonly<Record<string, ReadonlySet<string>>> = {
  '.vscode': new Set(['tasks.json', 'settings.json', 'launch.json']),
  '.cargo': new Set(['config', 'config.toml']),
};

const BY_NAME_NAMES = new Set([
  'package.json',
  'makefile',
  'gnumakefile',
  'justfile',
  'taskfile.yml',
  'taskfile.yaml',
  'rakefile',
  'gulpfile.js',
  'gruntfile.js',
  'dockerfile',
  'docker-compose.yml',
  'docker-compose.yaml',
  'compose.yml',
  'compose.yaml',
  'procfile',
  'vagrantfile',
  'setup.py',
  'conftest.py',
  'noxfile.py',
  'tox.ini',
  'cmakelists.txt',
  'build.gradle',
  'build.gradle.kts',
  'build.rs',
]);
const SCRIPTS = ['.sh', '.bash', '.zsh', '.fish', '.py', '.rb', '.pl', '.js', '.mjs', '.cjs', '.ts', '.ps1', '.bat'];
const BY_NAME_ENDINGS = ['.zoroutine', ...SCRIPTS];

/**
 * Whether and how a file runs later. `path`: its names below the root. `gitFolder`: how many of these names lead to a
 * folder of git that is not called `.git`, such as a bare repository.
 */
export function runsLater(path: readonly string[], gitFolder?: number): RunsLater | undefined {
  const names = path.map((name) => name.toLowerCase());
  const git = gitFolder ?? names.lastIndexOf('.git') + 1;
  if (git > 0) return inGitFolder(names.slice(git));
  const name = names.at(-1) ?? '';
  if (Object.hasOwn(NAMES, name)) return byItself(NAMES[name]!);
  if (name.endsWith(WORKSPACE_OF_EDITOR)) return byItself('folder-opened');
  const folder = names.findLast((folderName, at) => at < names.length - 1 && Object.hasOwn(FOLDERS, folderName));
  if (folder !== undefined && (ONLY[folder]?.has(name) ?? true)) return byItself(FOLDERS[folder]!);
  if (BY_NAME_NAMES.has(name) || BY_NAME_ENDINGS.some((end) => name.endsWith(end))) return BY_NAME;
  return undefined;
}

/** Git itself makes all else of its folder, and runs nothing of it. */
function inGitFolder(names: readonly string[]): RunsLater | undefined {
  const name = names.at(-1);
  // The folder itself, as a file or link that leads to another one.
  if (name === undefined) return byItself('git-settings');
  // Branches may have any name.
  if (['refs', 'logs', 'objects', 'lfs'].includes(names[0]!)) return undefined;
  // Those of submodules and work trees lie deeper.
  if (names.includes('hooks')) return name.endsWith('.sample') ? undefined : byItself('git-hook');
  return ['config', 'config.worktree', 'commondir'].includes(name) ? byItself('git-settings') : undefined;
}

/** Whether a link of this name could put another folder in the place of one of which everything runs by itself. */
export function isRunFolder(path: readonly string[]): boolean {
  const name = path.at(-1)?.toLowerCase() ?? '';
  return name === '.git' || Object.hasOwn(FOLDERS, name) || runsLater([...path, 'x'])?.how === 'by-itself';
}

/** Folders of packages, which programs fill by themselves. */
const PACKAGES: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv', '__pycache__']);

/**
 * Whether a file may run when the program is started whose command names this file or folder: the one it names, what
 * leads there, and what lies beside or below it. Both paths are below the same root.
 */
export function isOfProgram(program: readonly string[], path: readonly string[]): boolean {
  if (isPrefix(path, program)) return true;
  const name = program.at(-1) ?? '';
  const isFile = extensionOf(name) !== '';
  const folder = isFile ? program.slice(0, -1) : program;
  // Beside a program that lies at the root is everything: of that only modules of its kind.
  if (folder.length === 0) return path.length === 1 && isFile && extensionOf(path[0]!) === extensionOf(name);
  return isPrefix(folder, path) && !path.slice(folder.length).some((below) => PACKAGES.has(below));
}

const isPrefix = (start: readonly string[], path: readonly string[]) =>
  start.length <= path.length && start.every((name, at) => name === path[at]);

const extensionOf = (name: string) => /.(\.[A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';
