import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { sql } from "../as-role";
import { service, signedInUser, visitor } from "../auth-client";

const BUCKET = "request-photos";
const key = `${randomUUID()}/frente.webp`;
const photo = (bytes = 10, type = "image/webp") => new Blob(["x".repeat(bytes)], { type });

afterAll(() => service.storage.from(BUCKET).remove([key]));

describe("photos of a request", () => {
  it("are stored by the server", async () => {
    expect((await service.storage.from(BUCKET).upload(key, photo())).error).toBeNull();
  });

  it.each([
    ["an SVG, which can contain scripts", "a.svg", photo(10, "image/svg+xml")],
    ["more than 5 MB", "b.webp", photo(5 * 1024 * 1024 + 1)],
  ])("are not %s", async (_, name, file) => {
    expect((await service.storage.from(BUCKET).upload(`${randomUUID()}/${name}`, file)).error).not.toBeNull();
  });

  it.each(["anon", "user"])("cannot be uploaded or read by %s", async (role) => {
    const client = role === "anon" ? visitor() : (await signedInUser()).client;
    const files = client.storage.from(BUCKET);
    expect((await files.upload(`${randomUUID()}/x.webp`, photo())).error).not.toBeNull();
    expect((await files.download(key)).error).not.toBeNull();
    expect((await files.createSignedUrl(key, 60)).error).not.toBeNull();
    expect((await files.list(key.split("/")[0])).data ?? []).toEqual([]);
    expect((await fetch(files.getPublicUrl(key).data.publicUrl)).status).toBeGreaterThanOrEqual(400);
  });

  it("are readable, but not writable, by the staff that handles requests", async () => {
    const { client, id } = await signedInUser();
    await sql`update public.profiles set role = 'admin' where id = ${id}`;
    const files = client.storage.from(BUCKET);
    expect((await files.download(key)).error).toBeNull();
    expect((await files.upload(`${randomUUID()}/x.webp`, photo())).error).not.toBeNull();
    await files.remove([key]);
    expect((await service.storage.from(BUCKET).download(key)).error).toBeNull();
  });
});
