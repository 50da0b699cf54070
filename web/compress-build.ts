import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT_FILE = /\.(?:m?js|css|json)$/;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compress(file: string): Promise<void> {
  const raw = await readFile(file);
  const [br, gzipped] = await Promise.all([brotli(raw, BROTLI), zip(raw, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gzipped)]);
}

/** Writes compressed copies (`.br`, `.gz`) beside the text files of a build, for static-files.ts. */
export async function compressBuild(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && TEXT_FILE.test(entry.name));
  await Promise.all(files.map(({ parentPath, name }) => compress(path.join(parentPath, name))));
}
