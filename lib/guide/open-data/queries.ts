import "server-only";
import { statSync } from "node:fs";
import path from "node:path";
import { DATA_FILES, dataPath } from "./rules";

/** The downloadable files with their addresses and sizes in bytes. */
export function listDataFiles() {
  return DATA_FILES.map((file) => ({
    ...file,
    downloads: file.names.map((name) => {
      const href = dataPath(file.group, name);
      return { name, href, bytes: statSync(path.join(process.cwd(), "public", href)).size };
    }),
  }));
}
