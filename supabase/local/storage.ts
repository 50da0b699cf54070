import { createHash, randomUUID } from "node:crypto";
import fs from "node:fs/promises";
import { createReadStream } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import type { App } from "@supabase/lite";

type StorageAdapter = NonNullable<App["_storageAdapter"]>;
type Body = Parameters<StorageAdapter["uploadObject"]>[3];
type Metadata = Awaited<ReturnType<StorageAdapter["uploadObject"]>>;
type Described = Pick<Metadata, "mimetype" | "cacheControl" | "eTag">;

async function readAll(body: Body): Promise<Buffer> {
  if (body instanceof Uint8Array) return Buffer.from(body);
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Flushes the content to disk before the rename, so that an acknowledged upload survives a crash. */
async function writeDurably(file: string, bytes: Buffer | string): Promise<void> {
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  await fs.writeFile(draft, bytes, { flush: true });
  await fs.rename(draft, file);
}

/** Stores object content under a hash of the key, so that no key can name a path outside the folder. */
export class DiskStorage implements StorageAdapter {
  readonly driver = fs;

  constructor(private readonly base: string) {}

  private file(bucket: string, key: string): string {
    const hash = createHash("sha256").update(`${bucket}\0${key}`).digest("hex");
    return path.join(this.base, hash.slice(0, 2), hash);
  }

  async headObject(bucket: string, key: string): Promise<Metadata> {
    const file = this.file(bucket, key);
    const described = JSON.parse(await fs.readFile(`${file}.json`, "utf8")) as Described;
    const { size, mtime } = await fs.stat(file);
    return { ...described, size, contentLength: size, lastModified: mtime };
  }

  async getObject(bucket: string, key: string) {
    const metadata = await this.headObject(bucket, key);
    const body = Readable.toWeb(createReadStream(this.file(bucket, key)));
    return { httpStatusCode: 200, metadata, body };
  }

  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: Body,
    mimetype: string,
    cacheControl: string,
  ) {
    const file = this.file(bucket, key);
    const bytes = await readAll(body);
    const eTag = `"${createHash("sha256").update(bytes).digest("base64url")}"`;
    await writeDurably(file, bytes);
    await writeDurably(`${file}.json`, JSON.stringify({ mimetype, cacheControl, eTag } satisfies Described));
    return this.headObject(bucket, key);
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    const file = this.file(bucket, key);
    await fs.rm(file, { force: true });
    await fs.rm(`${file}.json`, { force: true });
  }

  async deleteObjects(bucket: string, keys: string[]): Promise<void> {
    for (const key of keys) await this.deleteObject(bucket, key);
  }

  async copyObject(bucket: string, key: string, _version: string | undefined, toBucket: string, toKey: string) {
    const from = this.file(bucket, key);
    const to = this.file(toBucket, toKey);
    await writeDurably(to, await fs.readFile(from));
    await writeDurably(`${to}.json`, await fs.readFile(`${from}.json`));
    const { eTag, lastModified } = await this.headObject(toBucket, toKey);
    return { httpStatusCode: 200, eTag, lastModified };
  }

  async privateAssetUrl(bucket: string, key: string): Promise<string> {
    return `file://${this.file(bucket, key)}`;
  }
}
