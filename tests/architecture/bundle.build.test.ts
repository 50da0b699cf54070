import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/source-files";

/** Names and kinds of secrets; a browser has no use for any of them. */
const NAMES = ["SUPABASE_SECRET", "service_role", "sb_secret_", "JWT_SECRET", "DATABASE_URL", "GOOGLE_CLIENT_SECRET", "WEB_PUSH_PRIVATE", "postgres://"];

function filesIn(folder: string, endings: RegExp): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => endings.test(name))
    .map((name) => path.join(folder, name));
}

/** The values this build was made with: generated keys and demo passwords. */
function secretValues(): string[] {
  const folder = path.dirname(process.env.TEST_DEMO_ACCOUNTS ?? path.join(ROOT, "supabase/.temp/demo-accounts.json"));
  const read = (name: string) => (existsSync(path.join(folder, name)) ? readFileSync(path.join(folder, name), "utf8") : "");
  const keys = read("keys.env").matchAll(/^(?!SUPABASE_PUBLISHABLE_KEY)\w+=(\S+)$/gm);
  const passwords = read("demo-accounts.json").matchAll(/"password": "([^"]+)"/g);
  return [...keys, ...passwords].map(([, value = ""]) => value);
}

const bundle = filesIn(".next/static", /\.(?:m?js|css|json|txt)$/);
const pages = filesIn(".next/server/app", /\.(?:html|rsc|body)$/);

function filesWith(files: readonly string[], words: readonly string[]): string[] {
  return files.filter((file) => {
    const text = readFileSync(path.join(ROOT, file), "utf8");
    return words.some((word) => text.includes(word));
  });
}

describe("the finished build", () => {
  it("is there, with secrets to look for", () => {
    expect(bundle.length).toBeGreaterThan(10);
    expect(pages.length).toBeGreaterThan(20);
    expect(secretValues().length).toBeGreaterThan(2);
  });

  it("sends browsers no name and no kind of a secret", () => {
    expect(filesWith(bundle, NAMES)).toEqual([]);
  });

  it("sends browsers no secret this build knew, in scripts or in finished pages", () => {
    expect(filesWith([...bundle, ...pages], secretValues())).toEqual([]);
  });

  it("sends browsers no source of ours", () => {
    expect(filesIn(".next/static", /\.map$/)).toEqual([]);
  });
});
