/** What an entry of the history is: its mode has the type bits of the file system, those of a regular file are 0. */
import fs from 'node:fs';

const { S_IFMT, S_IFDIR, S_IFLNK } = fs.constants;
export const PERMISSIONS = 0o7777;
export const FOLDER_TYPE = S_IFDIR;
export const LINK_TYPE = S_IFLNK;

export const typeOf = (mode: number): number => mode & S_IFMT;
export const isFolder = (mode: number): boolean => typeOf(mode) === FOLDER_TYPE;
export const isLink = (mode: number): boolean => typeOf(mode) === LINK_TYPE;

/** The condition of SQL that a version is not that of a folder. */
export const noFolder = (version: string): string => `(${version}.mode & ${S_IFMT}) <> ${S_IFDIR}`;

/** A value that changes whenever the content of a file may have changed. */
export const stampOf = (stats: fs.BigIntStats): string =>
  `${stats.ino}:${stats.size}:${stats.mtimeNs}:${stats.ctimeNs}`;

const SECOND_NS = 1_000_000_000n;
/** Milliseconds, with their fraction. */
export const mtimeOf = (stats: fs.BigIntStats): number =>
  Number(stats.mtimeNs / SECOND_NS) * 1000 + Number(stats.mtimeNs % SECOND_NS) / 1e6;
