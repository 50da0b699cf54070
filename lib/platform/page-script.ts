import "server-only";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

const FOLDER = "scripts";

let address: string | null | undefined;

/** Path of the page script in the site, which next.config.ts has bundled; null before that, as in unit tests. */
export function pageScript(): string | null {
  if (address === undefined) {
    const folder = path.join(process.cwd(), "public", FOLDER);
    const name = existsSync(folder) ? readdirSync(folder).find((file) => file.endsWith(".js")) : undefined;
    address = name ? `/${FOLDER}/${name}` : null;
  }
  return address;
}
