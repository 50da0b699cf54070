import path from "node:path";
import { filesBelow, topLevelEntries } from "./source-files";

export const files = topLevelEntries().flatMap(filesBelow);
const entries = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));
/** Where a path without a folder of the top level may end: `deploy/nginx.conf`, `registry.ts`. */
const endings = new Set([...entries].flatMap((entry) => entry.split("/").map((_, at, all) => all.slice(at).join("/"))));

function foldersOf(file: string): string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}

/** Paths that exist only while the product runs, or that an operator creates. */
const MADE = [
  ".env",
  "supabase/.temp",
  "supabase/.temp/demo-accounts.json",
  ".next/cache/roads",
  "archive.zip",
  "portal.env",
  // What scripts/map-tiles reads: files that its README says where to download.
  "network-20uf-main.json",
  "network-20uf-tertiary.json",
  "network-s-se-osm.json",
  "network-gov.json",
  "natural-earth/ne_10m_rivers_lake_centerlines.json",
];

const TOP_LEVEL =
  /^(?:app|components|docs|lib|messages|public|scripts|supabase|tests|web|\.github|\.ci|node_modules)(?:\/|$)/;
const FILE_NAME = /^[\w.-]+\.(?:ts|tsx|mts|mjs|sql|md|json|jsonc|toml|ya?ml|css|service|timer|conf|example)$/;

/** Text without blocks of code. */
const withoutBlocks = (text: string) => text.replaceAll(/^```[^\n]*\n[\s\S]*?^```$/gm, "");

const codeSpans = (text: string) => [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);

/** `{a,b}` written out. */
function expanded(name: string): string[] {
  const braces = /\{([^{}]*,[^{}]*)\}/.exec(name);
  if (!braces) return [name];
  return braces[1]!.split(",").flatMap((part) => expanded(name.replace(braces[0], part)));
}

/** Whether a word of a code span names a file or folder of the repository. */
const isPath = (word: string) =>
  (TOP_LEVEL.test(word) && word.includes("/")) ||
  word.startsWith("../") ||
  FILE_NAME.test(word) ||
  FILE_NAME.test(path.basename(word));

/** `*`, `…` and `<group>` stand for any name. */
function pattern(name: string): RegExp {
  const escaped = name.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${escaped.replaceAll(/<[^<>]*>|\*\*?/g, "[^/]*").replaceAll("…", ".*")}$`);
}

function exists(name: string, folder: string): boolean {
  const clean = name.replace(/\/$/, "");
  if (MADE.includes(clean)) return true;
  const places = [clean, path.posix.join(folder, clean)];
  if (/[<*…]/.test(clean)) return places.some((place) => [...entries].some((entry) => pattern(place).test(entry)));
  return places.some((place) => entries.has(place)) || (!TOP_LEVEL.test(clean) && endings.has(clean));
}

/** Words of code spans that name a file or folder that does not exist. */
export function missingPaths(file: string, text: string): string[] {
  const words = codeSpans(text)
    .flatMap((span) => span.split(/[\s"'=]+/))
    .map((word) => word.replace(/[,;:]+$/, ""))
    .filter((word) => !word.startsWith("/") && !word.includes("://") && !word.includes("~"));
  return [...new Set(words)]
    .flatMap(expanded)
    .filter((word) => isPath(word) && !exists(word, path.posix.dirname(file)));
}

/** The address of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s-]/gu, "")
    .replaceAll(" ", "-");

const anchorsOf = (text: string) =>
  [...withoutBlocks(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => anchorOf(heading!));

/** Links of a document to files of the repository: the file and the heading. */
export function linksOf(file: string, text: string): { target: string; anchor: string | undefined }[] {
  return [...withoutBlocks(text).matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, address]) => address!)
    .filter((address) => !/^(?:[a-z]+:|\/)/.test(address))
    .map((address) => {
      const [name = "", anchor] = address.split("#");
      return { target: name ? path.posix.join(path.posix.dirname(file), name).replace(/\/$/, "") : file, anchor };
    });
}

/** Links that lead nowhere. */
export function brokenLinks(file: string, text: string, read: (file: string) => string): string[] {
  return linksOf(file, text)
    .filter(
      ({ target, anchor }) =>
        !entries.has(target) || (anchor !== undefined && !anchorsOf(read(target)).includes(anchor)),
    )
    .map(({ target, anchor }) => (anchor === undefined ? target : `${target}#${anchor}`));
}
