import { cp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT_FILE = /\.(?:m?js|css|json)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Of Brotli; a sixtieth of the time of the best one, for files that are a tenth larger. */
const QUICK = 5;

async function compress(file: string, quality: number): Promise<void> {
  const raw = await readFile(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
  const [br, gzipped] = await Promise.all([brotli(raw, { params }), zip(raw, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gzipped)]);
}

/** Writes compressed copies (`.br`, `.gz`) beside the text files of a build, for static-files.ts. */
export async function compressBuild(folder: string, { isQuick = false } = {}): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name));
  const quality = isQuick ? QUICK : constants.BROTLI_MAX_QUALITY;
  await Promise.all(files.map(({ parentPath, name }) => compress(path.join(parentPath, name), quality)));
}

/**
 * Compresses a copy of a quickly compressed folder as small as possible. A new folder, because a server has read the sizes
 * of the files that it sends; it has its name only when it is complete.
 */
export async function compressCopy(folder: string, copy: string): Promise<void> {
  const draft = `${copy}.new`;
  for (const earlier of [draft, copy]) await rm(earlier, { recursive: true, force: true });
  await cp(folder, draft, { recursive: true, preserveTimestamps: true });
  await compressBuild(draft);
  await rename(draft, copy);
}
