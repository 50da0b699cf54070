import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { service, signedInUser, variable, visitor } from "../auth-client";

const sql = postgres(variable("TEST_DATABASE_URL"), { max: 1 });
const bucket = `test-${randomUUID()}`;
const key = "folder/picture.png";
const picture = () => new Blob(["not really a picture"], { type: "image/png" });

beforeAll(async () => {
  await service.storage.createBucket(bucket, {
    public: false,
    fileSizeLimit: 1024,
    allowedMimeTypes: ["image/png", "text/html"],
  });
  await service.storage.from(bucket).upload(key, picture());
});

afterAll(async () => {
  await sql`delete from storage.objects where bucket_id = ${bucket}`;
  await sql`delete from storage.buckets where id = ${bucket}`;
  await sql.end();
});

describe("storage without a policy", () => {
  it.each(["anon", "authenticated"])("refuses %s to upload, read, list, sign and remove", async (role) => {
    const client = role === "anon" ? visitor() : (await signedInUser()).client;
    const files = client.storage.from(bucket);
    expect((await files.upload("mine.png", picture())).error).not.toBeNull();
    expect((await files.download(key)).error).not.toBeNull();
    expect((await files.createSignedUrl(key, 60)).error).not.toBeNull();
    expect((await files.list("folder")).data ?? []).toEqual([]);
    await files.remove([key]);
    expect((await service.storage.from(bucket).download(key)).error).toBeNull();
  });
});

describe("storage", () => {
  it("stores files, lists one level and signs links that become invalid with the secret key", async () => {
    const files = service.storage.from(bucket);
    expect(await (await files.download(key)).data?.text()).toBe("not really a picture");
    expect((await files.list("")).data).toMatchObject([{ name: "folder", id: null }]);
    expect((await files.list("folder")).data).toMatchObject([{ name: "picture.png" }]);
    const signed = (await files.createSignedUrl(key, 60)).data?.signedUrl ?? "";
    expect((await fetch(signed)).status).toBe(200);
    expect((await fetch(signed.replace("picture", "another"))).status).toBeGreaterThanOrEqual(400);
  });

  it("enforces the bucket's size limit and file types", async () => {
    const files = service.storage.from(bucket);
    expect((await files.upload("big.png", new Blob(["x".repeat(2000)], { type: "image/png" }))).error).not.toBeNull();
    expect((await files.upload("note.txt", new Blob(["x"], { type: "text/plain" }))).error).not.toBeNull();
  });

  it("serves a stored HTML page with a policy that blocks its scripts", async () => {
    await service.storage.from(bucket).upload("page.html", new Blob(["<script>1</script>"], { type: "text/html" }));
    const signed = (await service.storage.from(bucket).createSignedUrl("page.html", 60)).data?.signedUrl ?? "";
    const response = await fetch(signed);
    expect(response.headers.get("content-security-policy")).toContain("sandbox");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it.each(["..%2f..%2fevil.png", "a/..%2f..%2fevil.png", "a%5c..%5cevil.png", "%00.png", "a//..%2f%2e%2e/b.png"])(
    "refuses the key %s",
    async (hostile) => {
      const headers = { apikey: variable("TEST_SUPABASE_SECRET_KEY"), "content-type": "image/png" };
      const response = await fetch(`${variable("TEST_SUPABASE_URL")}/storage/v1/object/${bucket}/${hostile}`, {
        method: "POST",
        headers,
        body: "x",
      });
      expect(response.status).toBe(400);
    },
  );

  it.each([{ prefix: 5 }, { search: 5 }, { prefix: "\0" }, { sortBy: { column: "owner" } }, { limit: -1 }])(
    "refuses to list by %j",
    async (body) => {
      const headers = { apikey: variable("TEST_SUPABASE_SECRET_KEY"), "content-type": "application/json" };
      const response = await fetch(`${variable("TEST_SUPABASE_URL")}/storage/v1/object/list/${bucket}`, {
        method: "POST",
        headers,
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(400);
    },
  );

  it("signs URLs for at most ten minutes, and none for uploads", async () => {
    const files = service.storage.from(bucket);
    expect((await files.createSignedUrl(key, 600)).error).toBeNull();
    expect((await files.createSignedUrl(key, 601)).error).not.toBeNull();
    expect((await files.createSignedUrls([key], 601)).error).not.toBeNull();
    expect((await files.createSignedUploadUrl("later.png")).error).not.toBeNull();
  });

  it("refuses the token of a signed URL as session of the account that the file is named after", async () => {
    const { id } = await signedInUser();
    await service.storage.from(bucket).upload(id, picture());
    const token = new URL(
      (await service.storage.from(bucket).createSignedUrl(id, 60)).data!.signedUrl,
    ).searchParams.get("token");
    const headers = { apikey: variable("TEST_SUPABASE_PUBLISHABLE_KEY"), authorization: `Bearer ${token}` };
    const paths = ["auth/v1/user", "rest/v1/states", `storage/v1/object/${bucket}/${key}`];
    const answers = await Promise.all(
      paths.map((path) => fetch(`${variable("TEST_SUPABASE_URL")}/${path}`, { headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it("returns 400 for an invalid token", async () => {
    const headers = { apikey: variable("TEST_SUPABASE_PUBLISHABLE_KEY") };
    const read = await fetch(`${variable("TEST_SUPABASE_URL")}/storage/v1/object/sign/${bucket}/${key}?token=a.b.c`, {
      headers,
    });
    const write = await fetch(
      `${variable("TEST_SUPABASE_URL")}/storage/v1/object/upload/sign/${bucket}/${key}?token=x`,
      { method: "PUT", headers: { ...headers, "content-type": "image/png" }, body: "x" },
    );
    expect([read.status, write.status]).toEqual([400, 400]);
  });
});
